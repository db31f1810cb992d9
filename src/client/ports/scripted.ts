import type { ClientCapabilities } from '@modelcontextprotocol/client';
import type { AnswerFile, FileAnswer } from '../script/file.js';
import { scriptedAnswers, type ScriptOptions } from '../script/script.js';
import type { Port } from './port.js';

/** A port that answers from a file. */
export interface AnswersPort extends Port {
  /** After the calls: throws `answer_unused` when an entry has answered nothing, or warns if loose. */
  finish(): void;
}

function bareResult(answer: FileAnswer): Readonly<Record<string, unknown>> | undefined {
  if (typeof answer === 'string') return undefined;
  if ('wait' in answer) return bareResult(answer.answer);
  return 'result' in answer ? answer.result : undefined;
}

/** Forms and addresses, and what the bare results of the file are for. */
function capabilitiesOf({ answers }: AnswerFile): ClientCapabilities {
  const given = Array.isArray(answers)
    ? (answers as ReadonlyArray<{ answer: FileAnswer }>).map(({ answer }) => answer)
    : Object.values(answers as Readonly<Record<string, FileAnswer>>);
  const results = given.map(bareResult).filter((result) => result !== undefined);
  return {
    elicitation: { form: {}, url: {} },
    ...(results.some((result) => 'role' in result) && { sampling: {} }),
    ...(results.some((result) => 'roots' in result) && { roots: {} }),
  };
}

/**
 * Answers from an answer file, read with `readAnswerFile` or made in code. On its own, an ask that no entry is for is
 * `ask_unanswered`; in a {@link chain} the next port is asked.
 *
 * @throws VueltaError `answer_file_invalid` for what is no answer file.
 * @example
 * ```ts
 * const file = answers(await readAnswerFile('answers.yaml'));
 * await harness.call('book', { id: 'a' }, { answers: portAnswers(chain(file, terminal())) });
 * file.finish();
 * ```
 */
export function answers(file: AnswerFile, options: ScriptOptions = {}): AnswersPort {
  const scripted = scriptedAnswers(file, options);
  return {
    name: 'answers',
    capabilities: capabilitiesOf(file),
    put: async ({ ask, round, revision, target, signal }) => scripted(ask, { round, revision, target, signal }),
    finish: () => scripted.finish(),
  };
}
