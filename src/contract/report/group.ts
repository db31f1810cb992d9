import type { CheckResult } from '../result.js';

export type Group = readonly [CheckResult, ...CheckResult[]];

/** A rule with every case that breaks it, and what keeps rules from being tried with every rule and case that it does this to. */
export function groupBroken(results: readonly CheckResult[]): readonly Group[] {
  const groups = new Map<string, [CheckResult, ...CheckResult[]]>();
  for (const result of results) {
    const { status, message, id } = result;
    const key = JSON.stringify(status === 'not-testable' ? { message } : { id });
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [result]);
    else group.push(result);
  }
  return [...groups.values()];
}

/** Whether a group is one rule, and not several that one thing keeps from being tried. */
export const isOneRule = ([first, ...more]: Group): boolean => more.every(({ id }) => id === first.id);

const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)];

export const casesOf = (group: Group): readonly string[] => distinct(group.map((result) => result.case));

export const idsOf = (group: Group): readonly string[] => distinct(group.map(({ id }) => id));

export interface Found {
  readonly result: CheckResult;
  readonly cases: readonly string[];
  /** Whether nothing else was found in this group, so that its cases need not be named again. */
  readonly isAll: boolean;
}

export function foundIn(group: Group): readonly Found[] {
  const found = new Map<string, [CheckResult, ...CheckResult[]]>();
  for (const result of group) {
    const same = found.get(result.message);
    if (same === undefined) found.set(result.message, [result]);
    else same.push(result);
  }
  return [...found.values()].map((same) => ({ result: same[0], cases: casesOf(same), isAll: found.size === 1 }));
}
