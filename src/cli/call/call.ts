import { connect } from '../../client/connect.js';
import type { ServerIdentity } from '../../client/index.js';
import { VueltaError } from '../../errors.js';
import { MODERN } from '../../protocol/revision.js';
import { Mask } from '../../shown/mask.js';
import { CALL } from '../../shown/mask-rules.js';
import { harmless } from '../../shown/line.js';
import { prettyJson } from '../../shown/json.js';
import { type NamedCall, readCall } from '../call-words.js';
import { CallInterrupt } from '../interruption.js';
import { labelOf, readTarget } from '../target.js';
import { type Reached, withServer, splitWords } from '../with-server.js';
import { type Answering, openAnswering, WatchedAnswers } from './answering.js';
import { converse } from './converse.js';
import type { CallDocument } from './document.js';
import { complaint, type Ending, endingOf, exitOf, failureOf } from './ending.js';
import { CallObserver } from './observer.js';
import { type CallOptions, requireSense } from './options.js';
import { Transcript } from './transcript.js';

/** Lines on stderr: the first as it is, the others under it. */
function tell([first, ...more]: readonly string[]): void {
  if (first === undefined) return;
  const lines = [first, ...more.flatMap((text) => text.split('\n')).map((line) => `  ${line}`)];
  process.stderr.write(lines.map((line) => `${harmless(line)}\n`).join(''));
}

interface CallContext {
  readonly call: NamedCall;
  readonly options: CallOptions;
  readonly answering: Answering;
  readonly interrupt: CallInterrupt;
  readonly mask: Mask;
  readonly observer: CallObserver;
  readonly onConnect: (server: ServerIdentity) => void;
}

/** Adds the answers that nobody asked for, after a call that did what was wanted. */
function withUnused(ending: Ending, { answering, mask }: CallContext): Ending {
  if (ending.kind !== 'result' || ending.isError) return ending;
  try {
    answering.finish();
    return ending;
  } catch (error) {
    if (!(error instanceof VueltaError) || error.code !== 'answer_unused') throw error;
    return { ...ending, unused: mask.text(error.message) };
  }
}

/** Makes one call on a server, and closes what it opened. What is no fault of the call is thrown. */
async function makeCall({ target, connect: how }: Reached, context: CallContext): Promise<Ending> {
  const { call, options, answering, interrupt, mask, observer } = context;
  const { capabilities: declared } = answering;
  const watched = new WatchedAnswers(answering.port, mask, observer);
  try {
    const harness = await connect(target, { ...how, capabilities: declared });
    context.onConnect(harness.server);
    interrupt.listen();
    interrupt.signal.addEventListener('abort', () => observer.over(), { once: true });
    try {
      const { answer } = watched;
      const { outcome, hint } = await converse(harness, {
        call,
        options,
        answers: answer,
        signal: interrupt.signal,
        observer,
      });
      observer.over();
      return withUnused(endingOf(outcome, { declared, mask, hint }), context);
    } finally {
      observer.over();
      await harness.close();
    }
  } catch (error) {
    return interrupt.happened ? { kind: 'cancelled' } : failureOf(error, watched.isLate(error), mask);
  } finally {
    interrupt.forget();
    await answering.port.close?.();
  }
}

/**
 * The command `vuelta call`: makes one call as a host would, and hands each ask to whoever answers.
 *
 * stdout gets the questions with what became of them and the result, and first, unless a person answers, the first round raw; with
 * `--json` one document and nothing else. Questions that are answered here, progress and complaints go to stderr.
 *
 * @returns the exit code of `docs/reference/exit-codes.md`.
 */
export async function call(
  words: readonly [string | undefined, string | undefined],
  after: readonly string[],
  options: CallOptions,
): Promise<number> {
  const [word, name] = splitWords(words, after);
  const target = labelOf(readTarget(word, after));
  const called = readCall(name, options);
  requireSense(options);
  // A server in this process may print while the call runs; only this is stdout.
  const print = process.stdout.write.bind(process.stdout);
  const people = options.json === true ? process.stderr.write.bind(process.stderr) : print;
  const mask = new Mask(called, { ...CALL, showStates: options.showState === true });
  const interrupt = new CallInterrupt();
  const answering = await openAnswering(options, {
    onWarning: ({ code, message }) => observer.notice(`warning ${code}`, message),
    onInterrupt: interrupt.cancel,
    mask: (text) => mask.text(text),
  });
  const raw = answering.person ? 'never' : options.raw === true ? 'only' : 'asks';
  const transcript = new Transcript(people, raw);
  const observer: CallObserver = new CallObserver(mask, transcript, { lang: options.lang, tell });

  let server: ServerIdentity | null = null;
  const onConnect = (found: ServerIdentity): void => void (server = found);
  const context = { call: called, options, answering, interrupt, mask, observer, onConnect };
  const ending = await withServer(word, after, options, (reached) => makeCall(reached, context)).catch(
    (error: unknown) => failureOf(error, false, mask),
  );
  transcript.ending(ending);
  tell(complaint(ending, options, answering.nobody));
  const exit = exitOf(ending, observer.wentAway());
  const { revision = MODERN, json } = options;
  const { notices } = observer;
  const rounds = observer.rounds();
  const { args: _, ...named }: NamedCall & { readonly args?: unknown } = called;
  const document: CallDocument = { target, call: named, server, revision, rounds, ending, notices, exit };
  if (json === true) print(`${prettyJson(document)}\n`);
  return exit;
}
