const origins = new WeakMap<object, string>();

/** Notes where an answer was written, for an error that must name its place and not its values. */
export function noteOrigin<T extends object>(answer: T, place: string): T {
  origins.set(answer, place);
  return answer;
}

/** Where an answer was written; `undefined` for one that was made in code. */
export function originOf(answer: unknown): string | undefined {
  return typeof answer === 'object' && answer !== null ? origins.get(answer) : undefined;
}
