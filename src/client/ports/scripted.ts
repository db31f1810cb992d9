import type { ClientCapabilities } from '@modelcontextprotocol/client';
import { toRows, toWire } from '../script/entry.js';
import type { AnswerFile } from '../script/file.js';
import { scriptedAnswers, type ScriptOptions } from '../script/script.js';
import type { Port } from './port.js';

/** A port that answers from a file. */
export interface AnswersPort extends Port {
  /** After the calls: throws `answer_unused` when an entry has answered nothing, or warns if loose. */
  finish(): void;
}

/** Forms and addresses, and what the bare results of the file are for. */
function capabilitiesOf(file: AnswerFile): ClientCapabilities {
  const answers = toRows(file).map(({ answer }) => toWire(answer));
  return {
    elicitation: { form: {}, url: {} },
    ...(answers.some((answer) => 'role' in answer) && { sampling: {} }),
    ...(answers.some((answer) => 'roots' in answer) && { roots: {} }),
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
