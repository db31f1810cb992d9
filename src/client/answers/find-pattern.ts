import { compilePattern, testPattern } from '../script/pattern.js';

/** As much of an answer as a pattern sees: all that a form may hold. */
const MAX_ANSWER = 65_536;

function compile(pattern: string): RegExp | undefined {
  const unicode = compilePattern(pattern);
  if (unicode !== undefined) return unicode;
  try {
    return new RegExp(pattern);
  } catch {
    return undefined;
  }
}

/**
 * Whether a pattern of a server is found in an answer, within the time limit of all patterns; `undefined` when it is no pattern or
 * takes too long.
 */
export function findPattern(pattern: string, text: string): boolean | undefined {
  const compiled = compile(pattern);
  return compiled === undefined ? undefined : testPattern(compiled, text, MAX_ANSWER);
}
