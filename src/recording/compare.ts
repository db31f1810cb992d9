import { isObject } from '../json.js';
import { printable } from '../shown/line.js';

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

/** The first difference of a replay. */
export interface Difference extends Mismatch {
  /** The round in which it came, from 1. */
  readonly round: number;
  /** The difference in words. */
  readonly sentence: string;
}

/** How much of a text is shown before the place where two texts part. */
const LEAD = 60;
const WINDOW = 240;

/** Both texts from a little before the place where they part. */
function window(expected: string, received: string): [string, string] {
  let at = 0;
  while (at < expected.length && at < received.length && expected[at] === received[at]) at += 1;
  const from = at <= WINDOW - LEAD ? 0 : at - LEAD;
  const cut = (text: string): string => {
    const shown = text.slice(from, from + WINDOW);
    return `${from > 0 ? '…' : ''}${shown}${from + WINDOW < text.length ? '…' : ''}`;
  };
  return [cut(expected), cut(received)];
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : printable(JSON.stringify(value) ?? 'nothing');
}

function showBoth({ expected, received }: Mismatch): [string, string] {
  if (typeof expected !== 'string' || typeof received !== 'string') return [show(expected), show(received)];
  const [wanted, got] = window(expected, received);
  return [show(wanted), show(got)];
}

/** A replay that found a difference stops with this; it never leaves the folder. */
export class Divergence extends Error {
  readonly difference: Difference;

  constructor(round: number, mismatch: Mismatch) {
    super('The replay differs.');
    const [wanted, got] = showBoth(mismatch);
    const sentence = `Round ${round}, ${printable(mismatch.path)}: the recording has ${wanted}, and the server sent ${got}.`;
    this.difference = { round, ...mismatch, sentence };
  }
}
