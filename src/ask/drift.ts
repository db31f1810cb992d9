import type { DriftEvent } from '../guard/index.js';

/** What an operator is told about a replay that asks differently than the run before it (A15). */
export const DRIFT: Readonly<Record<DriftEvent['code'], Pick<DriftEvent, 'what' | 'why' | 'todo'>>> = {
  drift_question: {
    what: 'A replayed run asked another question under a key that has an answer.',
    why: 'The person answered another text, so the answer does not count and the question is asked again.',
    todo: 'Build the question from the arguments and from memo values, so that every round asks the same text.',
  },
  drift_order: {
    what: 'A replayed run asked its questions in another order than the run before it.',
    why: 'Answers stay with their keys, but a handler whose path changes between rounds may skip or repeat work.',
    todo: 'Branch on the arguments, on answers and on memo values only; wrap time, randomness and reads in memo.',
  },
};
