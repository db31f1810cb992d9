import type { AskKind } from '../../protocol/ask.js';
import type { Lang } from '../../client/ports/texts/lang.js';
import type { CallOptionWords } from '../call-words.js';
import type { ReachOptions } from '../with-server.js';
import { UsageError } from '../usage.js';

/** Options of `vuelta call`. */
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
  readonly caps?: readonly AskKind[];
  readonly raw?: true;
  readonly showState?: true;
  readonly json?: true;
  readonly lang?: Lang;
  /** Milliseconds that one answer may take; no limit by default. */
  readonly personTimeout?: number;
  readonly maxRounds?: number;
}

/** What is answered to every ask that has no answer of its own. */
export type Flat = 'yes' | 'decline' | 'cancel';

const FLAT: readonly Flat[] = ['yes', 'decline', 'cancel'];

/** The one of `--yes`, `--decline` and `--cancel` that was given. */
export function flatOf(options: CallOptions): Flat | undefined {
  const given = FLAT.filter((name) => options[name] === true);
  if (given.length > 1) throw new UsageError(`Give one of ${given.map((name) => `--${name}`).join(' and ')}.`);
  return given[0];
}

/** Whether the command line says who answers. */
export const isAnswered = (options: CallOptions): boolean =>
  options.answer !== undefined || options.answers !== undefined || flatOf(options) !== undefined;

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
