import type { QuestionView } from '../../view.js';

/** An accepted answer, as this page sent it. */
interface Remembered {
  readonly round: number;
  readonly key: string;
  readonly content: unknown;
}

/** INVARIANT: answers are kept here and nowhere else in the browser: not in storage, not in the address, not in a log. */
const remembered = new Map<string, Remembered[]>();

export function remember({ call, round, key }: QuestionView, content: unknown): void {
  remembered.set(call, [...recall(call), { round, key, content }]);
}

export const recall = (call: string): readonly Remembered[] => remembered.get(call) ?? [];
