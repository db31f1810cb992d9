import type { ClientCapabilities } from '@modelcontextprotocol/client';
import { VueltaError } from '../../errors.js';
import { modesOf } from '../../protocol/capability.js';
import type { Answer } from '../answers/answers.js';
import type { Port, Question } from './port.js';

function unite(all: readonly ClientCapabilities[]): ClientCapabilities {
  const united: ClientCapabilities = Object.assign({}, ...all);
  for (const name of ['elicitation', 'sampling', 'roots'] as const) {
    const parts = all
      .map(({ elicitation, ...others }) =>
        name === 'elicitation' ? elicitation && modesOf(elicitation) : others[name],
      )
      .filter((part) => part !== undefined);
    if (parts.length > 0) united[name] = Object.assign({}, ...parts);
  }
  return united;
}

const isUnanswered = (error: unknown): error is VueltaError =>
  error instanceof VueltaError && error.code === 'ask_unanswered';

/** The first answer. A port that has none says so with `undefined` or `ask_unanswered`; the first such error is kept. */
async function firstAnswer(ports: readonly Port[], question: Question): Promise<Answer | undefined> {
  let unanswered: VueltaError | undefined;
  for (const port of ports) {
    question.signal.throwIfAborted();
    try {
      const answer = await port.put(question);
      if (answer !== undefined) return answer;
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      unanswered ??= error;
    }
  }
  if (unanswered !== undefined) throw unanswered;
  return undefined;
}

/**
 * Ports one after the other: the first that has an answer gives it. The client may declare what any of them can do.
 *
 * A port has no answer when it says `undefined` or throws `ask_unanswered`, as an answer file without an entry does; any other
 * error ends the call. `close` closes every port, then throws what failed.
 *
 * @throws TypeError without a port.
 * @example
 * ```ts
 * const port = chain(answers(file), terminal());
 * ```
 */
export function chain(...ports: readonly Port[]): Port {
  if (ports.length === 0) throw new TypeError('chain(...ports) needs at least one port.');
  return {
    name: ports.map(({ name }) => name).join(', '),
    capabilities: unite(ports.map(({ capabilities }) => capabilities)),
    put: (question) => firstAnswer(ports, question),
    async close() {
      const closed = await Promise.allSettled(ports.map(async (port) => port.close?.()));
      const failed = closed.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
      if (failed.length === 1) throw failed[0];
      if (failed.length > 1) throw new AggregateError(failed, 'Several ports did not close.');
    },
  };
}
