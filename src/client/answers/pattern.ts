import { createContext, Script } from 'node:vm';

/** How much of a message a pattern sees. */
const MAX_TEXT = 4_000;

/** A pattern that backtracks without end is stopped here; the text it is tried on comes from the server. */
const BUDGET_MS = 100;

const script = new Script('pattern.test(text)');

export function compilePattern(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
}

/** Whether the pattern is found in the text; `undefined` when it took too long to say. */
export function testPattern(pattern: RegExp, text: string, limit = MAX_TEXT): boolean | undefined {
  const context = createContext({ pattern, text: text.slice(0, limit) });
  try {
    return script.runInContext(context, { timeout: BUDGET_MS }) as boolean;
  } catch {
    return undefined;
  }
}

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
