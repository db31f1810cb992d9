import { isInputRequiredResult, type Result, type ServerContext } from '@modelcontextprotocol/server';
import { VueltaError } from '../errors.js';
import { faultResult, withVerdict, type Flow } from '../guard/index.js';
import { createAsks, type Asks } from './asks.js';
import { writeJournal } from './journal.js';
import { outcomeOf, type Ended } from './outcome.js';
import { endOf } from './results.js';
import { Session, type SessionParts } from './session.js';
import { Ending, Suspension } from './signals.js';
import { Steps, type StepParts } from './steps.js';
import { takeHandler } from './waiting.js';

/** What a run needs of the server. */
export type RunParts = SessionParts & StepParts;

/** Whether the SDK will take a result that is not an error, or refuse it for its output schema. */
export type Fits = (result: Result) => Promise<boolean>;

type Handler = (ask: Asks<Result>) => Result | Promise<Result>;

/** Runs a handler once, from the top, and turns what it recorded into a result. */
export async function run(
  flow: Flow,
  ctx: ServerContext,
  parts: RunParts,
  handler: Handler,
  fits: Fits | undefined,
): Promise<Result> {
  const session = new Session(flow, parts, endOf);
  const steps = new Steps(session, parts, ctx.mcpReq.signal);
  const asks = createAsks(session, steps, ctx);
  const ended = await outcomeOf(() => handler(asks), session, steps);
  refuseMixedStyles(ended, session);
  const committed = await commit(ended, session, steps, fits);
  session.gate.close();
  return conclude(committed, session);
}

/** The journal would be lost: a result that the handler made itself carries none. */
function refuseMixedStyles(ended: Ended, { gate, flow }: Session): void {
  if (typeof ended === 'string' || 'error' in ended || !isInputRequiredResult(ended.value)) return;
  gate.fail(
    new VueltaError(
      'ask_invalid',
      `The handler of "${flow.target}" returned an input_required result of its own. A handler that is given \`ask\` asks with it.`,
    ),
  );
}

/** A14 */
async function commit(ended: Ended, session: Session, steps: Steps, fits: Fits | undefined): Promise<Ended> {
  if (!steps.hasHooks || typeof ended === 'string' || 'error' in ended) return ended;
  if (!session.gate.open || session.gathering.pending.size > 0 || ended.value['isError'] === true) return ended;
  if (fits !== undefined && !(await fits(ended.value))) return ended;
  session.returned();
  return takeHandler(async () => {
    await steps.commit();
    return ended.value;
  });
}

function conclude(ended: Ended, session: Session): Result {
  const { gate, gathering } = session;
  if (gate.fault !== undefined) return faultResult(gate.fault);
  if (gate.end !== undefined) {
    if ('error' in gate.end) throw gate.end.error;
    return gate.end.result;
  }
  if (ended === 'abandoned') return faultResult(swallowed(session));
  if (ended === 'busy') return suspended(session);
  if ('value' in ended) return gathering.pending.size > 0 ? faultResult(swallowed(session)) : ended.value;
  if (gate.suspended) return suspended(session);
  if (ended.error instanceof Suspension || ended.error instanceof Ending) return faultResult(foreign(session));
  throw ended.error;
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
