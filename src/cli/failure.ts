import { EXIT } from './exit.js';

const isCoded = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

/** The last lines of a chain of causes say what the first cannot. */
function reasons(error: Error): string[] {
  const found = [error.message];
  for (let { cause } = error; cause instanceof Error && found.length < 4; { cause } = cause) found.push(cause.message);
  return [...new Set(found)].flatMap((message) => message.split('\n'));
}

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
    const lines = reasons(error).map((line) => `  ${line}`);
    if (error.name === 'MissingPackage') return say(EXIT.usage, [`vuelta: ${error.message}`]);
    if (error.name === 'UsageError') return say(EXIT.usage, ['vuelta: wrong usage', ...lines]);
    if (isCoded(error) && UNREACHABLE.has(error.code)) return say(EXIT.unreachable, ['vuelta: no server', ...lines]);
  }
  return say(known ?? EXIT.internal, lastResort(error));
}

const UNREACHABLE: ReadonlySet<string> = new Set([
  'connect_failed',
  'connection_lost',
  'request_refused',
  'protocol_violation',
  'no_way_to_ask',
]);
