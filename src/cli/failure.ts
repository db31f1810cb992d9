import { VueltaError, type VueltaErrorCode } from '../errors.js';
import { reasonsOf } from '../shown/reasons.js';
import { EXIT } from './exit.js';
import { UsageError } from './usage.js';

/** An ask had no answer that could be sent, or an answer no ask. */
const ANSWER_FAULTS: ReadonlySet<VueltaErrorCode> = new Set<VueltaErrorCode>([
  'ask_unanswered',
  'answer_invalid',
  'answer_unused',
  'answer_failed',
  'answer_file_invalid',
]);

const UNREACHABLE: ReadonlySet<string> = new Set([
  'connect_failed',
  'connection_lost',
  'request_refused',
  'protocol_violation',
  'no_way_to_ask',
]);

export const isAnswerFault = (code: VueltaErrorCode): boolean => ANSWER_FAULTS.has(code);

const isCoded = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

function lastResort(error: unknown): string[] {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return [
    'vuelta: an exception that nobody caught, of vuelta itself or of a server in this process:',
    ...stack.split('\n'),
  ];
}

/**
 * Says on stderr why a command could not be run, and gives its exit code. Errors that a person can do something about have no
 * stack.
 *
 * @param known the exit code, when it does not depend on the error.
 */
export async function report(error: unknown, known?: number): Promise<number> {
  const { harmless } = await import('../shown/line.js');
  const say = (code: number, lines: readonly string[]): number => {
    process.stderr.write(lines.map((line) => `${harmless(line)}\n`).join(''));
    return code;
  };
  if (known === undefined && error instanceof Error) {
    const lines = reasonsOf(error).flatMap((reason) => reason.split('\n').map((line) => `  ${line}`));
    if (error.name === 'MissingPackage') return say(EXIT.usage, [`vuelta: ${error.message}`]);
    if (error instanceof UsageError) return say(EXIT.usage, ['vuelta: wrong usage', ...lines]);
    if (isCoded(error) && UNREACHABLE.has(error.code)) return say(EXIT.unreachable, ['vuelta: no server', ...lines]);
  }
  return say(known ?? EXIT.internal, lastResort(error));
}

/**
 * Says why a call could not be recorded or replayed, and gives the exit code. What a person can mend, a missing answer or a broken
 * recording, is wrong usage; any other coded error is the server's. What is neither is thrown.
 */
export async function reportRecording(error: unknown, tell: (text: string) => void): Promise<number> {
  const { harmless } = await import('../shown/line.js');
  const say = (heading: string, { message }: Error): void => tell(`vuelta: ${heading}\n  ${harmless(message)}\n`);
  if (error instanceof VueltaError) {
    say(error.code, error);
    return isAnswerFault(error.code) || error.code === 'recording_invalid' ? EXIT.usage : EXIT.unreachable;
  }
  if (!(error instanceof UsageError || error instanceof TypeError || error instanceof RangeError)) throw error;
  say('wrong usage', error);
  return EXIT.usage;
}
