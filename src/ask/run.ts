import { isInputRequiredResult, type Result, type ServerContext } from '@modelcontextprotocol/server';
import { VueltaError } from '../errors.js';
import { asError, faultResult, withVerdict, type Flow } from '../guard/index.js';
import { createAsks, type Asks } from './question/asks.js';
import { writeJournal } from './journal.js';
import { outcomeOf, type Ended } from './outcome.js';
import { embeddedRequest } from './question/question.js';
import { faultOf, whoGives, type Fits } from './results.js';
import { Session, type SessionParts } from './session.js';
import { Ending, Suspension } from './gate.js';
import { Steps, type StepParts } from './steps/steps.js';
import { takeHandler } from './waiting.js';

/** What a run needs of the server. */
export type RunParts = SessionParts & StepParts;

type Handler = (ask: Asks<Result>) => Result | Promise<Result>;

/** Runs a handler once, from the top, and turns what it recorded into a result. */
export async function run(
  flow: Flow,
  ctx: ServerContext,
  parts: RunParts,
  handler: Handler,
  fits: Fits | undefined,
): Promise<Result> {
  const session = new Session(flow, parts, fits);
  const steps = new Steps(session, parts, ctx.mcpReq.signal);
  const asks = createAsks(session, steps, ctx);
  const ended = await outcomeOf(() => handler(asks), session, steps);
  refuseNoResult(ended, session);
  refuseMixedStyles(ended, session);
  if (session.gate.state.is === 'suspended') session.drift.lost();
  const committed = await commit(ended, session, steps, fits);
  session.gate.closed = true;
  return conclude(committed, session);
}

/** A20: a handler gives a result. What the SDK would make of it says nothing of the handler. */
function refuseNoResult(ended: Ended, { gate, gathering, flow }: Session): void {
  if (typeof ended === 'string' || 'error' in ended || gathering.pending.size > 0) return;
  const fault = isAsking(ended.value) ? undefined : faultOf(flow, ended.value);
  if (fault === undefined) return;
  const { who, give } = whoGives(flow);
  gate.fail(new VueltaError('result_invalid', `The handler of the ${who} returned ${fault}. Return ${give}.`));
}

/** The journal would be lost: a result that the handler made itself carries none. */
function refuseMixedStyles(ended: Ended, { gate, flow }: Session): void {
  if (typeof ended === 'string' || 'error' in ended || !isAsking(ended.value)) return;
  gate.fail(
    new VueltaError(
      'ask_invalid',
      `The handler of "${flow.target}" returned an input_required result of its own. A handler that is given \`ask\` asks with it.`,
    ),
  );
}

function isAsking(value: unknown): boolean {
  try {
    return isInputRequiredResult(value);
  } catch {
    return false;
  }
}

/** A14: commit hooks run once, at the end. */
async function commit(ended: Ended, session: Session, steps: Steps, fits: Fits | undefined): Promise<Ended> {
  if (!steps.hasHooks || typeof ended === 'string' || 'error' in ended) return ended;
  if (!session.gate.open || session.gathering.pending.size > 0 || ended.value['isError'] === true) return ended;
  if (fits !== undefined && !(await fits(ended.value))) return ended;
  session.hasReturned = true;
  return takeHandler(async () => {
    await steps.commit();
    return ended.value;
  });
}

function conclude(ended: Ended, session: Session): Result {
  const { gate, gathering, flow } = session;
  const { state } = gate;
  if (state.is === 'failed') return faultResult(state.fault);
  if (state.is === 'ended') {
    if ('error' in state.end) throw asError(state.end.error, `A step of "${flow.target}"`);
    return state.end.result;
  }
  if (ended === 'abandoned') return faultResult(swallowed(session));
  if (ended === 'busy') return suspended(session);
  if ('value' in ended) return gathering.pending.size > 0 ? faultResult(swallowed(session)) : ended.value;
  if (state.is === 'suspended') return suspended(session);
  if (ended.error instanceof Suspension || ended.error instanceof Ending) return faultResult(foreign(session));
  throw asError(ended.error, `The handler of "${flow.target}"`);
}

/** A1: suspension is recorded, not inferred. */
function suspended(session: Session): Result {
  const { flow, journal, drift, brought, gathering } = session;
  const inputRequests: Record<string, unknown> = {};
  const digests = new Map<string, string>();
  const isReopened = brought.tooLong.size > 0;
  const asks = isReopened ? brought.tooLong : gathering.pending;
  const round = isReopened ? flow.round - 1 : flow.round;
  // In the order of the handler, whatever came first out of a lookup.
  for (const key of drift.seen) {
    const ask = asks.get(key);
    if (ask === undefined) continue;
    inputRequests[key] = embeddedRequest(ask.question, ask.issues);
    digests.set(key, ask.digest);
  }
  const shown = [...digests.keys()].map((key) => session.shown(key));
  const result = { resultType: 'input_required', inputRequests } as Result;
  const shorter = () => (session.shorten() ? conclude('busy', session) : undefined);
  return withVerdict(result, { flow, round, digests, shown, journal: writeJournal(journal), shorter });
}

/** A2: no result while an ask is pending. */
function swallowed(session: Session): VueltaError {
  const { gathering, flow } = session;
  const keys = [...gathering.pending.keys()].map((key) => `"${session.shown(key)}"`).join(', ');
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
