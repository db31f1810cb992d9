import { cancel } from '../answers/answers.js';
import { printable } from '../../shown/line.js';
import type { Port, Question } from './port.js';

/** What a port without a person does besides saying nothing. */
export interface AutonomousOptions {
  /** Gets each ask that came all the same; by default it is a process warning. What it throws ends the call. */
  readonly onAsk?: (question: Question) => void;
}

function warn({ ask, target }: Question): void {
  const message =
    `${printable(ask.server.name)} asked for '${printable(ask.key)}' in '${printable(target)}', and there is nobody to ask. ` +
    'The ask was cancelled.';
  process.emitWarning(message, { code: 'vuelta_notice' });
}

/**
 * Nobody: the port of a session without a person.
 *
 * It declares no capability, so an honest server does not ask. A form or an address that is asked for all the same is
 * cancelled and reported; it is never declined, which would be a person's no. Sampling and roots have no such answer and stay
 * unanswered.
 *
 * @example
 * ```ts
 * const port = autonomous({ onAsk: ({ ask }) => log.warn('asked without a person', ask.key) });
 * await using harness = await connect(server, { capabilities: port.capabilities });
 * ```
 */
export function autonomous({ onAsk = warn }: AutonomousOptions = {}): Port {
  return {
    name: 'autonomous',
    capabilities: {},
    async put(question) {
      onAsk(question);
      const { kind } = question.ask;
      return kind === 'form' || kind === 'url' ? cancel() : undefined;
    },
  };
}
