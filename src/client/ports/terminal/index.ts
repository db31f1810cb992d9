import type { Port } from '../port.js';
import { isLang, LANGS } from '../texts/lang.js';
import type { Seat, TerminalOptions } from './seat.js';

export type { TerminalOptions } from './seat.js';

/**
 * A person at this terminal.
 *
 * Make one for the process: two would read the same keys. Each ask is put field by field: who asks, the message and the fields first (Enter answers, n declines, q cancels), then the
 * values, with their defaults and up to three tries. On a capable terminal there are lists and keys: Esc cancels the
 * question, Ctrl-C the call. Through a pipe, with `TERM=dumb` or with `plain`, whole lines are read, and the end of the input
 * cancels. `NO_COLOR` is honoured. An address is shown with its host and never opened.
 *
 * Text of the server is shown without control characters and ANSI escapes, and to its end before there is a yes to it. What the
 * person answers is written nowhere but in the echo of their own typing, and in how to write a number that has two readings.
 *
 * @throws RangeError for a language that is not there.
 * @example
 * ```ts
 * const controller = new AbortController();
 * const port = terminal({ onInterrupt: () => controller.abort() });
 * await harness.call('book', { id: 'a' }, { answers: portAnswers(port), signal: controller.signal });
 * await port.close?.();
 * ```
 */
export function terminal(options: TerminalOptions = {}): Port {
  const { lang } = options;
  if (lang !== undefined && !isLang(lang)) throw new RangeError(`lang must be one of ${LANGS.join(', ')}.`);
  let taken: Promise<Seat> | undefined;
  const seat = async (): Promise<Seat> => {
    const { Seat } = await import('./seat.js');
    return Seat.take(options);
  };
  return {
    name: 'terminal',
    capabilities: { elicitation: { form: {}, url: {} } },
    async put(question) {
      taken ??= seat();
      return (await taken).put(question);
    },
    async close() {
      const open = taken;
      taken = undefined;
      if (open !== undefined) (await open).close();
    },
  };
}
