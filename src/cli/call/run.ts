import { connect } from '../../client/connect.js';
import type { ServerIdentity } from '../../client/index.js';
import type { Echoes } from '../../shown/answers.js';
import { VueltaError } from '../../errors.js';
import type { NamedCall } from '../call-words.js';
import type { Reached } from '../with-server.js';
import type { Answering } from './answering.js';
import { WatchedAnswers } from './answers.js';
import { converse } from './converse.js';
import { type Ending, endingOf, failureOf } from './ending.js';
import type { Hiding } from './hiding.js';
import type { Interrupt } from './interrupt.js';
import type { CallOptions } from './options.js';
import type { Stage } from './observer.js';

/** Everything that one call needs besides its server. */
export interface Cast {
  readonly call: NamedCall;
  readonly options: CallOptions;
  readonly answering: Answering;
  readonly interrupt: Interrupt;
  readonly echoes: Echoes;
  readonly hiding: Hiding;
  readonly stage: Stage;
  /** The server is there. */
  readonly onConnect: (server: ServerIdentity) => void;
}

/** Adds the answers that nobody asked for, after a call that did what was wanted. */
function withUnused(ending: Ending, { answering, hiding }: Cast): Ending {
  if (ending.kind !== 'result' || ending.isError) return ending;
  try {
    answering.finish();
    return ending;
  } catch (error) {
    if (!(error instanceof VueltaError) || error.code !== 'answer_unused') throw error;
    return { ...ending, unused: hiding.text(error.message) };
  }
}

/** Makes one call on a server, and closes what it opened. What is no fault of the call is thrown. */
export async function run({ target, connect: how }: Reached, cast: Cast): Promise<Ending> {
  const { call, options, answering, interrupt, echoes, hiding, stage } = cast;
  const { capabilities: declared } = answering;
  const watched = new WatchedAnswers(answering.port, echoes, stage);
  try {
    const harness = await connect(target, { ...how, capabilities: declared });
    cast.onConnect(harness.server);
    interrupt.listen();
    interrupt.signal.addEventListener('abort', () => stage.over(), { once: true });
    try {
      const { answer } = watched;
      const talk = { call, options, answers: answer, signal: interrupt.signal, witness: stage };
      const { outcome, hint } = await converse(harness, talk);
      stage.over();
      return withUnused(endingOf(outcome, { declared, hiding, hint }), cast);
    } finally {
      stage.over();
      await harness.close();
    }
  } catch (error) {
    return interrupt.happened ? { kind: 'cancelled' } : failureOf(error, watched.isLate(error), hiding);
  } finally {
    interrupt.forget();
    await answering.port.close?.();
  }
}
