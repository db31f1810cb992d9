import { isInputRequiredResult, type Result, type ServerContext } from '@modelcontextprotocol/server';
import { VueltaError } from '../errors.js';
import { faultResult, withVerdict, type Flow } from '../guard/index.js';
import { createAsks, type Asks } from './asks.js';
import { writeJournal } from './journal.js';
import { endOf } from './results.js';
import { Session, type SessionParts } from './session.js';
import { Ending, Suspension } from './signals.js';
import { Steps, type StepParts } from './steps.js';

/** What a run needs of the server. */
export type RunParts = Omit<SessionParts, 'endOf'> &
  Omit<StepParts, 'signal'> & {
    /** Whether the SDK will take a result that is not an error, or refuse it for its output schema. */
    readonly fits?: ((result: Result) => Promise<boolean>) | undefined;
  };

type Handler = (ask: Asks<Result>) => Result | Promise<Result>;

/** How a handler ended; `undefined` when it was given up. */
type Outcome = { readonly value: Result } | { readonly error: unknown } | undefined;

/** Runs a handler once, from the top, and turns what it recorded into a result. */
export async function run(flow: Flow, ctx: ServerContext, parts: RunParts, handler: Handler): Promise<Result> {
  const session = new Session(flow, { ...parts, endOf });
  const steps = new Steps(session, { ...parts, signal: ctx.mcpReq.signal });
  const asks = createAsks(session, steps, ctx);
  const { abandoned } = session.gate;
  const running = settle(() => handler(asks)).then((outcome) => quiet(outcome, session, steps));
  const outcome = await Promise.race([running, abandoned]);
  refuseMixedStyles(outcome, session);
  const ended = await commit(outcome, session, steps, parts);
  session.gate.close();
  return conclude(ended, session);
}

async function settle(handler: () => Result | Promise<Result>): Promise<Outcome> {
  try {
    return { value: await handler() };
  } catch (error) {
    return { error };
  }
}

/** A2, A13: whatever the handler has started and not awaited has had its say. */
async function quiet(outcome: Outcome, { gathering }: Session, steps: Steps): Promise<Outcome> {
  while (steps.running || gathering.looking) {
    await steps.settled();
    await gathering.lookedUp();
  }
  return outcome;
}

/** The journal would be lost: a result that the handler made itself carries none. */
function refuseMixedStyles(outcome: Outcome, { gate, flow }: Session): void {
  if (outcome === undefined || 'error' in outcome || !isInputRequiredResult(outcome.value)) return;
  gate.fail(
    new VueltaError(
      'ask_invalid',
      `The handler of "${flow.target}" returned an input_required result of its own. A handler that is given \`ask\` asks with it.`,
    ),
  );
}

/** A14 */
async function commit(outcome: Outcome, session: Session, steps: Steps, { fits }: RunParts): Promise<Outcome> {
  if (!steps.hasHooks || outcome === undefined || 'error' in outcome) return outcome;
  if (!session.gate.open || session.gathering.pending.size > 0 || outcome.value['isError'] === true) return outcome;
  if (fits !== undefined && !(await fits(outcome.value))) return outcome;
  session.returned();
  return settle(async () => {
    await steps.commit();
    return outcome.value;
  });
}

function conclude(outcome: Outcome, session: Session): Result {
  const { gate, gathering } = session;
  if (gate.fault !== undefined) return faultResult(gate.fault);
  if (gate.end !== undefined) {
    if ('error' in gate.end) throw gate.end.error;
    return gate.end.result;
  }
  if (outcome === undefined) return faultResult(swallowed(session));
  if ('value' in outcome) return gathering.pending.size > 0 ? faultResult(swallowed(session)) : outcome.value;
  if (gate.suspended) return suspended(session);
  if (outcome.error instanceof Suspension || outcome.error instanceof Ending) return faultResult(foreign(session));
  throw outcome.error;
}

/** A1 */
function suspended(session: Session): Result {
  const { inputRequests, digests } = session.round();
  const result = { resultType: 'input_required', inputRequests } as Result;
  return withVerdict(result, { flow: session.flow, digests, journal: writeJournal(session.journal) });
}

/** A2 */
function swallowed({ gathering, flow }: Session): VueltaError {
  const keys = [...gathering.pending.keys()].map((key) => `"${key}"`).join(', ');
  return new VueltaError(
    'ask_swallowed',
    `The handler of "${flow.target}" ended while ${keys} was pending: an ask was not awaited, or something caught what it threw. ` +
      'Await every ask and let what it throws leave the handler. Nothing was sent.',
  );
}

function foreign({ flow }: Session): VueltaError {
  return new VueltaError(
    'ask_swallowed',
    `The handler of "${flow.target}" awaited an ask of another run. Each run is given its own \`ask\`: keep neither it nor its promises.`,
  );
}
