import { createHash, createHmac, randomUUID } from 'node:crypto';
import { inputRequired, McpServer, type McpServerFactory, type ServerContext } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { ContractCase } from '../../../src/contract/case/case.js';

/** How a server says no to a state; every one of these is right. */
export type Refusal = 'asks anew' | 'isError' | 'ends as after a cancel';

/** What a server says when the last request comes again; every one of these is right. */
export type Repeat = 'the first result' | 'isError' | 'it is done already' | 'asks anew';

export interface Habits {
  readonly state: 'signed' | 'pointer';
  readonly refusal: Refusal;
  readonly repeat: Repeat;
}

const Input = z.object({ room: z.string() });
const Confirm = z.object({ ok: z.boolean() });
const MINUTE = 60_000;

const say = (text: string, isError = false) => ({ content: [{ type: 'text' as const, text }], isError });
const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

interface Kept {
  readonly id: string;
  readonly of: string;
  readonly until: number;
}

/** States that hold all there is to know, or only point to it. */
function statesOf(kind: Habits['state']): { seal: (kept: Kept) => string; open: (state: string) => Kept | undefined } {
  const known = new Map<string, Kept>();
  if (kind === 'pointer') {
    return {
      seal: (kept) => {
        known.set(kept.id, kept);
        return kept.id;
      },
      open: (state) => known.get(state),
    };
  }
  const sign = (text: string): string => createHmac('sha256', 'a key for tests').update(text).digest('hex');
  return {
    seal: (kept) => `${JSON.stringify(kept)}#${sign(JSON.stringify(kept))}`,
    open: (state) => {
      const [text = '', tag] = state.split('#');
      return tag === sign(text) ? (JSON.parse(text) as Kept) : undefined;
    },
  };
}

function answerOf({ mcpReq: { inputResponses } }: ServerContext): boolean | undefined {
  const answers: Record<string, unknown> = inputResponses ?? {};
  const { action, content } = (Object.hasOwn(answers, 'ok') ? answers['ok'] : {}) as {
    action?: string;
    content?: unknown;
  };
  if (action === 'decline' || action === 'cancel') return false;
  return action === 'accept' ? Confirm.safeParse(content).data?.ok : undefined;
}

/** A server without Vuelta that does everything right, with its own habits. */
export function rightServer({ state: kind, refusal, repeat }: Habits, now = () => Date.now()): McpServerFactory {
  const rooms: string[] = [];
  const states = statesOf(kind);
  const ended = new Map<string, { readonly yes: boolean; readonly text: string }>();

  const ask = (of: string, room: string) =>
    inputRequired({
      inputRequests: { ok: inputRequired.elicit({ message: `Book the room ${room}?`, requestedSchema: Confirm }) },
      requestState: states.seal({ id: randomUUID(), of, until: now() + MINUTE }),
    });
  const refuse = (of: string, room: string) => {
    if (refusal === 'asks anew') return ask(of, room);
    return refusal === 'isError' ? say('Start over.', true) : say('Nothing was booked.');
  };
  const again = (end: { yes: boolean; text: string }, yes: boolean, of: string, room: string) => {
    if (repeat === 'asks anew') return ask(of, room);
    if (repeat === 'isError' || end.yes !== yes) return say('Start over.', true);
    return say(repeat === 'the first result' ? end.text : 'That was booked before.');
  };

  function book(tool: string, room: string, ctx: ServerContext) {
    const of = digest([tool, room, ctx.http?.authInfo?.token]);
    const state = ctx.mcpReq.requestState<string | undefined>();
    if (state === undefined) return ask(of, room);
    const kept = states.open(state);
    if (kept === undefined || kept.of !== of || kept.until < now()) return refuse(of, room);
    const yes = answerOf(ctx);
    if (yes === undefined) return ask(of, room);
    const end = ended.get(kept.id);
    if (end !== undefined) return again(end, yes, of, room);
    const text = yes ? `Booked ${room}, number ${rooms.push(room)}.` : 'Nothing was booked.';
    ended.set(kept.id, { yes, text });
    return say(text);
  }

  return () => {
    const server = new McpServer({ name: 'rooms', version: '1.0.0' });
    for (const tool of ['book', 'reserve']) {
      server.registerTool(tool, { inputSchema: Input }, ({ room }, ctx) => book(tool, room, ctx));
    }
    server.registerTool('count', { annotations: { readOnlyHint: true } }, () => say(String(rooms.length)));
    return server;
  };
}

export const RIGHT_CASE: ContractCase = {
  tool: 'book',
  args: { room: 'Blue' },
  answers: { ok: { action: 'accept', content: { ok: true } } },
  probe: { tool: 'count' },
  tokens: { own: 'ana', other: 'luis' },
};
