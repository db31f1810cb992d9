import { MODERN } from '../../protocol/revision.js';
import type { Ask, CallOutcome, Harness, Received } from '../../client/index.js';
import { readInbound } from '../../client/call/legacy.js';
import { toOutcome } from '../../client/call/outcome.js';
import { readEnding, readReply } from '../../protocol/reply.js';

/** What the first message of a call is: the asks of its round, or the end of the call. */
export type First = { readonly asks: readonly Ask[] } | { readonly outcome: CallOutcome<unknown> };

class Stop extends Error {}

/** Runs a call until its first message and stops it there. The message is heard before it is judged. */
export async function hearFirst(call: (onReceive: (message: Received) => void) => Promise<unknown>): Promise<Received> {
  const heard: Received[] = [];
  const stop = new Stop('The first message is there.');
  try {
    await call((message) => {
      heard.push(message);
      throw stop;
    });
  } catch (error) {
    if (error !== stop) throw error;
  }
  const [first] = heard;
  if (first === undefined) throw new Error('A call ended without a message.');
  return first;
}

/** Reads the first message; throws `protocol_violation` for one that breaks the revision. */
export function judgeFirst(message: Received, { revision, server }: Harness): First {
  if ('request' in message) {
    const { request } = message;
    const inbound = { id: 0, method: String(request['method']), message: request };
    return { asks: [readInbound(inbound, server, 1, [])] };
  }
  if (revision !== MODERN) return { outcome: toOutcome(readEnding(message), []) };
  const reading = readReply(message, server);
  return reading.kind === 'input_required' ? { asks: reading.asks } : { outcome: toOutcome(reading, []) };
}
