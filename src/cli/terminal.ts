import type { WriteStream } from 'node:tty';

const { env } = process;

const isTerminal = (stream: WriteStream): boolean => stream.isTTY && env['TERM'] !== 'dumb';

/** Whether to colour: on a terminal, unless `NO_COLOR` is set. */
export const hasColor = (stream: WriteStream): boolean => isTerminal(stream) && (env['NO_COLOR'] ?? '') === '';

/** One line on stderr that is written again and again; nothing where there is no terminal. */
export interface Progress {
  show(text: string): void;
  clear(): void;
}

/** Some terminals say that they have no columns. */
const columnsOf = ({ columns }: WriteStream): number => (columns > 10 ? columns : 80);

const CLEAR = '\r\u001b[2K';

export function progressOn(stream: WriteStream): Progress {
  if (!isTerminal(stream)) return { show: () => {}, clear: () => {} };
  return {
    show: (text) => void stream.write(`${CLEAR}${text.slice(0, columnsOf(stream) - 1)}`),
    clear: () => void stream.write(CLEAR),
  };
}

/**
 * Sends what servers in this process print to stderr, so that stdout holds the report and nothing else.
 *
 * @returns a function that ends this.
 */
export function holdStdout(): () => void {
  const { stdout, stderr } = process;
  const before = Object.getOwnPropertyDescriptor(stdout, 'write');
  const value = stderr.write.bind(stderr);
  Object.defineProperty(stdout, 'write', { configurable: true, writable: true, value });
  return () => {
    if (before === undefined) Reflect.deleteProperty(stdout, 'write');
    else Object.defineProperty(stdout, 'write', before);
  };
}
