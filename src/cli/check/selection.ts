import { CATALOGUE } from '../../contract/catalogue.js';
import { FAMILIES } from '../../contract/check.js';
import { nearest } from '../nearest.js';
import { UsageError } from '../usage.js';

/** Ids that somebody may have meant, as the end of a message. */
export function hintFor(word: string, names: readonly string[]): string {
  const near = nearest(word, names);
  return near.length === 0 ? "'vuelta explain' lists them all." : `Did you mean ${near.join(', ')}?`;
}

/** Refuses what is neither a check nor a family. */
export function requireNames(words: readonly string[]): void {
  const names = [...CATALOGUE.map(({ id }) => id), ...FAMILIES];
  for (const word of words) {
    if (!names.some((name) => name === word || name.startsWith(`${word}.`))) {
      throw new UsageError(`There is no check or family '${word}'. ${hintFor(word, names)}`);
    }
  }
}
