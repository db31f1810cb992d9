import { MODERN } from '../../protocol/revision.js';
import type { ServerIdentity } from '../../client/index.js';
import { harmless } from '../../shown/line.js';
import { Echoes } from '../../shown/answers.js';
import { readCall } from '../call-words.js';
import { reaching, splitWords } from '../with-server.js';
import { labelOf, readTarget } from '../target.js';
import { complaint } from './advice.js';
import { openAnswering } from './answering.js';
import { type CallDocument, nameOf } from './document.js';
import { type Ending, exitOf, failureOf } from './ending.js';
import { Hiding, prettyJson } from './hiding.js';
import { Interrupt } from './interrupt.js';
import { type CallOptions, requireSense } from './options.js';
import { run } from './run.js';
import { Stage } from './observer.js';
import { Transcript } from './transcript.js';

/** Lines on stderr: the first as it is, the others under it. */
function tell([first, ...more]: readonly string[]): void {
  if (first === undefined) return;
  const lines = [first, ...more.flatMap((text) => text.split('\n')).map((line) => `  ${line}`)];
  process.stderr.write(lines.map((line) => `${harmless(line)}\n`).join(''));
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
  const echoes = new Echoes(called);
  const hiding = new Hiding(echoes, options.showState === true);
  const interrupt = new Interrupt();
  const answering = await openAnswering(options, {
    onWarning: ({ code, message }) => stage.notice(`warning ${code}`, message),
    onInterrupt: interrupt.cancel,
    mask: (text) => hiding.text(text),
  });
  const raw = answering.person ? 'never' : options.raw === true ? 'only' : 'asks';
  const transcript = new Transcript(people, raw);
  const stage: Stage = new Stage(hiding, transcript, { lang: options.lang, tell });

  let server: ServerIdentity | null = null;
  const onConnect = (found: ServerIdentity): void => void (server = found);
  const cast = { call: called, options, answering, interrupt, echoes, hiding, stage, onConnect };
  const ending = await endingOn(word, after, options, (reached) => run(reached, cast), hiding);
  transcript.ending(ending);
  tell(complaint(ending, options, answering));
  const exit = exitOf(ending, stage.wentAway());
  const { revision = MODERN, json } = options;
  const { notices } = stage;
  const rounds = stage.rounds();
  const document: CallDocument = { target, call: nameOf(called), server, revision, rounds, ending, notices, exit };
  if (json === true) print(`${prettyJson(document)}\n`);
  return exit;
}

async function endingOn(
  target: string | undefined,
  after: readonly string[],
  options: CallOptions,
  work: (reached: Parameters<typeof run>[0]) => Promise<Ending>,
  hiding: Hiding,
): Promise<Ending> {
  const endings: Ending[] = [];
  try {
    await reaching(target, after, options, async (reached) => endings.push(await work(reached)));
  } catch (error) {
    return failureOf(error, false, hiding);
  }
  const [ending] = endings;
  if (ending === undefined) throw new Error('A call had no ending.');
  return ending;
}
