import type { Result } from '@modelcontextprotocol/server';
import type { Session } from './session.js';
import { endOfTick } from './gate.js';
import type { Steps } from './steps/steps.js';
import { takeHandler, type Outcome } from './waiting.js';

/** How a handler ended: by itself, or given up because it ignores that its run is over, or because it waits for something else. */
export type Ended = Outcome<Result> | 'abandoned' | 'busy';

/** How long a handler may go on after its run is over, in milliseconds: for its `finally` blocks, and to be caught returning a result (A2: no result while an ask is pending). */
const LINGER_MS = 100;

/** How long a step that has started is waited for, in milliseconds: within what clients wait for a response. */
const STEP_MS = 20_000;

/** Runs a handler until it ends, or until nothing depends on it any more. */
export async function outcomeOf(
  handler: () => Result | Promise<Result>,
  session: Session,
  steps: Steps,
): Promise<Ended> {
  const { gate } = session;
  let ended = 'busy' as Ended;
  const handled = takeHandler(handler).then((outcome) => void (ended = outcome));
  const abandoned = gate.abandoned.then(() => void (ended = 'abandoned'));
  const linger = async (): Promise<void> => {
    // Nearly every handler has ended by the end of the tick, and needs no timer.
    await new Promise<void>(endOfTick);
    if (ended === 'busy' && gate.mayUnwind) await atMost(LINGER_MS, handled);
  };
  await Promise.race([handled, abandoned, gate.over.then(linger)]);
  const isQuiet = !steps.running && !session.gathering.looking;
  // A step that waits for what it may not start ends at once, or never.
  const patience = gate.state.is === 'failed' && gate.state.fault.code === 'inside_step' ? LINGER_MS : STEP_MS;
  if (ended !== 'abandoned' && !isQuiet) await atMost(patience, Promise.race([quiet(session, steps), abandoned]));
  return ended;
}

/** Waits for steps and lookups that the handler started and did not await (A2: no result while an ask is pending; A13: a step that has started is waited for). */
async function quiet({ gathering }: Session, steps: Steps): Promise<void> {
  while (steps.running || gathering.looking) {
    await steps.allEnded();
    await gathering.lookedUp();
  }
}

async function atMost(ms: number, work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
