import { refuseAddress } from '../../protocol/address.js';
import { type AnswerFunction, cancel } from '../answers/answers.js';
import type { Ask } from '../../protocol/ask.js';
import { printable } from '../../shown/line.js';
import type { Port, Question } from './port.js';
import { Turns } from './turns.js';

/** Something that happened without the person: no answer is in it. */
export interface Notice {
  /** `address_refused`: the ask was cancelled because its address must not be followed. */
  readonly kind: 'address_refused';
  readonly question: Question;
  /** The whole in a sentence, safe for a terminal. */
  readonly message: string;
}

/** What else happens when a port answers. */
export interface PortAnswersOptions {
  /** Gets each {@link Notice}; by default it is a process warning. */
  readonly onNotice?: (notice: Notice) => void;
}

/** Who sits at this process: all ports share one person, as they share one keyboard. */
const person = new Turns();

const warn = ({ message }: Notice): void => process.emitWarning(message, { code: 'vuelta_notice' });

/** Scheme and host; the rest of an address may hold a secret. */
function whereTo({ url = '' }: Ask): string {
  if (!URL.canParse(url)) return '';
  const { protocol, host } = new URL(url);
  return ` (${printable(`${protocol}${host === '' ? '' : `//${host}`}`)})`;
}

function addressNotice(question: Question, reason: string): Notice {
  const { ask, target } = question;
  const message =
    `${printable(ask.server.name)} asked for '${printable(ask.key)}' in '${printable(target)}' with an address that must ` +
    `not be followed${whereTo(ask)}: it ${reason}. The ask was cancelled and nobody was asked.`;
  return { kind: 'address_refused', question, message };
}

/**
 * Lets a port answer the calls of a harness.
 *
 * One question at a time is put, over all calls and ports of the process, in the order of arrival; an ask whose call ends or
 * that the server takes back leaves the queue. An address that a person must not follow (anything but `https://`, or
 * `http://` on this computer, or one with a user name in it) is cancelled without asking and reported. What the port throws
 * ends the call.
 *
 * Rests on: MCP 2026-07-28, client/elicitation, user interaction and safe URL handling.
 *
 * @throws TypeError when `port` is no port.
 * @example
 * ```ts
 * const answers = portAnswers(terminal());
 * const outcome = await harness.call('book', { id: 'a' }, { answers });
 * ```
 */
export function portAnswers(port: Port, options: PortAnswersOptions = {}): AnswerFunction {
  if (typeof (port as Partial<Port> | undefined)?.put !== 'function') {
    throw new TypeError('portAnswers(port): port must have put(question).');
  }
  const { onNotice = warn } = options;
  return async (ask, { round, revision, target, signal }) => {
    const question: Question = { ask, target, round, revision, signal };
    const refused = ask.kind === 'url' ? refuseAddress(ask.url) : undefined;
    if (refused !== undefined) {
      onNotice(addressNotice(question, refused));
      return cancel();
    }
    return person.take(signal, () => port.put(question));
  };
}
