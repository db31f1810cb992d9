import { type Command, Option } from 'commander';
import { REVISIONS } from '../../protocol/revision.js';
import type { Lang } from '../../client/ports/texts/lang.js';
import type { CallOptionWords } from '../call-words.js';
import { collect, milliseconds } from '../option.js';
import type { ReachOptions } from '../with-server.js';
import { UsageError } from '../usage.js';

export interface CallOptions extends ReachOptions, CallOptionWords {
  /** The path of an answer file. */
  readonly answers?: string;
  readonly loose?: true;
  /** `key=JSON`, for one ask each. */
  readonly answer?: readonly string[];
  readonly yes?: true;
  readonly decline?: true;
  readonly cancel?: true;
  /** `false` with `--no-elicitation`. */
  readonly elicitation: boolean;
  readonly caps?: readonly string[];
  readonly raw?: true;
  readonly showState?: true;
  readonly json?: true;
  readonly lang?: Lang;
  /** Milliseconds that one answer may take; no limit by default. */
  readonly personTimeout?: number;
  readonly maxRounds?: number;
}

/** What is answered to every ask that has no answer of its own. */
export type SameAnswer = 'yes' | 'decline' | 'cancel';

const SAME_ANSWERS: readonly SameAnswer[] = ['yes', 'decline', 'cancel'];

/** The one of `--yes`, `--decline` and `--cancel` that was given. */
export function sameAnswerOf(options: CallOptions): SameAnswer | undefined {
  const given = SAME_ANSWERS.filter((name) => options[name] === true);
  if (given.length > 1) throw new UsageError(`Give one of ${given.map((name) => `--${name}`).join(' and ')}.`);
  return given[0];
}

/** Whether the command line says who answers. */
export const isAnswered = (options: CallOptions): boolean =>
  options.answer !== undefined || options.answers !== undefined || sameAnswerOf(options) !== undefined;

/** Refuses options that contradict each other. */
export function requireSense(options: CallOptions): void {
  const { elicitation, caps = [], raw, loose } = options;
  if (!elicitation && (caps.includes('form') || caps.includes('url'))) {
    throw new UsageError('--no-elicitation declares neither form nor url: take them out of --caps, or leave it out.');
  }
  if (raw === true && isAnswered(options)) {
    throw new UsageError('--raw stops before anything is answered: leave the answers out, or --raw.');
  }
  if (loose === true && options.answers === undefined && options.answer === undefined) {
    throw new UsageError('--loose is about --answers and --answer.');
  }
}

export const withReach = (command: Command): Command =>
  command
    .option('--header <header>', "'Name: value' for every request to an address; may be repeated", collect)
    .option('--token <token>', 'a bearer token for an address')
    .addOption(new Option('--revision <revision>', 'the revision to speak').choices([...REVISIONS]))
    .option('--timeout <ms>', "how long a response may take: the server's time, not the person's", milliseconds);

export const withCall = (command: Command): Command =>
  command
    .option('--arg <name=text>', 'an argument, or name:=JSON; may be repeated', collect)
    .option('--args <json>', 'all arguments as a JSON object')
    .option('--prompt', 'the name is that of a prompt')
    .option('--resource', 'the name is the URI of a resource');

export const withAnswers = (command: Command): Command =>
  command
    .option('--answers <file>', 'an answer file, YAML or JSON')
    .option('--loose', 'what does not match in the answer file is a warning');
