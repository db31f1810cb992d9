import { isObject } from '../json.js';

/** A place where what came is not what was recorded; a missing side is `undefined`. */
export interface Mismatch {
  readonly path: string;
  readonly expected: unknown;
  readonly received: unknown;
}

const ANY = '<any>';
const ROLE = /<(?:id|time)(?: \d+)?>/gu;

const kindOf = (role: string): string => role.replace(/ \d+/u, '');
const numbered = (role: string): boolean => kindOf(role) !== role;
const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** Matches a text with wildcards, in linear time: roles count by their kind only. */
function fitsWildcards(expected: string, received: string): boolean {
  const text = received.replace(ROLE, kindOf);
  const [first = '', ...rest] = expected.replace(ROLE, kindOf).split(ANY);
  const last = rest.pop() ?? '';
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

/** Compares what came with what was recorded; roles match when the same one always stands for the same other. */
export class Likeness {
  readonly #there = new Map<string, string>();
  readonly #back = new Map<string, string>();

  /** The first mismatch, or `undefined`. */
  differ(path: string, expected: unknown, received: unknown): Mismatch | undefined {
    if (expected === ANY && received !== undefined) return undefined;
    if (typeof expected === 'string' && typeof received === 'string') {
      return this.#sameText(expected, received) ? undefined : { path, expected, received };
    }
    if (Array.isArray(expected) && Array.isArray(received)) return this.#lists(path, expected, received);
    if (isObject(expected) && isObject(received)) return this.#objects(path, expected, received);
    return Object.is(expected, received) ? undefined : { path, expected, received };
  }

  #lists(path: string, expected: readonly unknown[], received: readonly unknown[]): Mismatch | undefined {
    for (let at = 0; at < Math.max(expected.length, received.length); at += 1) {
      const found = this.differ(`${path}[${at}]`, expected[at], received[at]);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** A name may be a role, so names are looked up as they are first, and then by likeness. */
  #objects(
    path: string,
    expected: Readonly<Record<string, unknown>>,
    received: Readonly<Record<string, unknown>>,
  ): Mismatch | undefined {
    const left = new Set(Object.keys(received));
    for (const name of Object.keys(expected)) {
      const exact = left.has(name) && name.search(ROLE) === -1;
      const twin = exact ? name : [...left].find((other) => this.#sameText(name, other));
      if (twin === undefined) return { path: join(path, name), expected: expected[name], received: undefined };
      left.delete(twin);
      const found = this.differ(join(path, name), expected[name], received[twin]);
      if (found !== undefined) return found;
    }
    const [extra] = left;
    return extra === undefined
      ? undefined
      : { path: join(path, extra), expected: undefined, received: received[extra] };
  }

  #sameText(expected: string, received: string): boolean {
    if (expected.includes(ANY)) return fitsWildcards(expected, received);
    if (expected.replace(ROLE, kindOf) !== received.replace(ROLE, kindOf)) return false;
    const theirs = received.match(ROLE) ?? [];
    return (expected.match(ROLE) ?? []).every((role, at) => this.#bind(role, theirs[at] ?? ''));
  }

  #bind(role: string, other: string): boolean {
    if (!numbered(role)) return true;
    const there = this.#there.get(role) ?? other;
    const back = this.#back.get(other) ?? role;
    if (there !== other || back !== role) return false;
    this.#there.set(role, other);
    this.#back.set(other, role);
    return true;
  }
}
