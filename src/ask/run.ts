import type { Result, ServerContext } from '@modelcontextprotocol/server';
import { VueltaError } from '../errors.js';
import { faultResult, withVerdict, type Flow } from '../guard/index.js';
import { createAsks, type Asks } from './asks.js';
import { writeJournal } from './journal.js';
import { endResult } from './results.js';
import { Session, type SessionParts } from './session.js';
import { Steps, type StepParts } from './steps.js';

/** What a run needs of the server. */
export type RunParts = Omit<SessionParts, 'endWith'> & Omit<StepParts, 'signal'>;

type Outcome = { readonly value: Result } | { readonly error: unknown } | 'abandoned';

/** Runs a handler once, from the top, and turns what it recorded into a result. */
export async function run(
  flow: Flow,
  ctx: ServerContext,
  parts: RunParts,
  handler: (ask: Asks<Result>) => Result | Promise<Result>,
): Promise<Result> {
  const session = new Session(flow, { ...parts, endWith: endResult });
  const steps = new Steps(session, { ...parts, signal: ctx.mcpReq.signal });
  const asks = createAsks(session, steps, ctx);
  const outcome = await Promise.race([settle(() => handler(asks)), session.abandoned.then((): Outcome => 'abandoned')]);
  await steps.settled();
  if (session.fault !== undefined) return faultResult(session.fault);
  if (session.end !== undefined) return session.end;
  if (session.suspended && outcome !== 'abandoned' && 'error' in outcome) return suspended(session);
  if (session.pending.size > 0 && (outcome === 'abandoned' || 'value' in outcome))
    return faultResult(swallowed(session));
  if (outcome === 'abandoned' || 'error' in outcome) throw (outcome as { error: unknown }).error;
  if (outcome.value['isError'] !== true) await steps.commit();
  return outcome.value;
}

async function settle(handler: () => Result | Promise<Result>): Promise<Outcome> {
  try {
    return { value: await handler() };
  } catch (error) {
    return { error };
  }
}

/** A1 */
function suspended(session: Session): Result {
  const { inputRequests, digests } = session.round();
  const result = { resultType: 'input_required', inputRequests } as Result;
  return withVerdict(result, { flow: session.flow, digests, journal: writeJournal(session.journal) });
}

/** A2 */
function swallowed({ pending, flow }: Session): VueltaError {
  const keys = [...pending.keys()].map((key) => `"${key}"`).join(', ');
  return new VueltaError(
    'ask_swallowed',
    `The handler of "${flow.target}" ended while ${keys} was pending: an ask was not awaited, or something caught what it threw. ` +
      'Await every ask and let what it throws leave the handler. Nothing was sent.',
  );
}
