import { cutAt, spelledOut, spellUnseen } from '../../invisible-characters.js';

/** Nothing beyond this many times the limit is looked at. */
const LOOK = 2;

/** A text from the wire or of the author, for an operator: with nothing in it that is not seen, and not longer than `limit`. */
export function shown(text: string, limit: number): string {
  const spelled = spellUnseen(text.slice(0, limit * LOOK), spelledOut);
  if (spelled.length <= limit && text.length <= limit * LOOK) return spelled;
  return `${cutAt(spelled, limit)}…`;
}

/** A letter or a digit, with its marks. */
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** From so many letters on, a part of a word tells the word. */
const TELLING = 3;

/**
 * A key as events and errors may show it. Authors put what they work on into a key, and that may be an answer: from the first word on that is in
 * one of these answers, or holds or is a part of a word of theirs, nothing is shown. Case and accents make no difference.
 */
export function shownKey(key: string, answers: Iterable<unknown>): string {
  const given = new Set<string>();
  for (const answer of answers) collect(answer, given);
  if (given.size === 0) return key;
  for (const match of key.matchAll(WORD)) {
    if (isGiven(plain(match[0]), given)) return `${key.slice(0, match.index)}…`;
  }
  return key;
}

function isGiven(word: string, given: ReadonlySet<string>): boolean {
  if (given.has(word)) return true;
  for (const other of given) {
    if (other.length >= TELLING && word.includes(other)) return true;
    if (word.length >= TELLING && other.includes(word)) return true;
  }
  return false;
}

function collect(value: unknown, words: Set<string>): void {
  if (typeof value === 'string') {
    for (const [word] of value.matchAll(WORD)) words.add(plain(word));
  } else if (typeof value === 'number') words.add(String(value));
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) collect(part, words);
}

function plain(word: string): string {
  return word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
