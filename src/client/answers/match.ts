import type { AnswerMap } from './answers.js';
import type { Ask } from '../../protocol/ask.js';
import { suits } from './check.js';
import { isObject } from '../../json.js';

const only = (keys: readonly string[]): string | undefined => (keys.length === 1 ? keys[0] : undefined);

/** The same form again, with the old message in the new one: a re-ask may add the reason. */
function repeats(ask: Ask, earlier: Ask): boolean {
  const sameForm = JSON.stringify(ask.requestedSchema) === JSON.stringify(earlier.requestedSchema);
  return sameForm && ask.kind === earlier.kind && (ask.message ?? '').includes(earlier.message ?? '');
}

/**
 * The answer for an ask of 2025-11-25, where the wire has no keys; {@link Answers} states the rule. `unused` are the keys
 * not used so far, `earlier` has the ask of an earlier round that an answer went to.
 */
export function matchKey(
  ask: Ask,
  answers: AnswerMap,
  unused: readonly string[],
  earlier: ReadonlyMap<string, Ask>,
): string | undefined {
  const isField = (key: string): boolean => Object.hasOwn(ask.requestedSchema?.properties ?? {}, key);
  const names = (key: string): boolean => {
    const content = (answers[key] as { content?: unknown }).content;
    return isObject(content) && Object.keys(content).length > 0;
  };
  const fitting = unused.filter((key) => suits(ask, answers[key]));
  const repeated = [...earlier].find(([, earlier]) => repeats(ask, earlier))?.[0];
  return only(unused.filter(isField)) ?? only(fitting.filter(names)) ?? repeated ?? fitting[0];
}
