import type { Key } from 'node:readline';
import type { Readable } from 'node:stream';

/** Hears a key before or beside the prompt that it goes to. */
export type OnKey = (typed: string | undefined, key: Key | undefined) => void;

/** The keys of the library that mark: one, all, the others. */
const MARKING: ReadonlySet<string> = new Set(['space', 'a', 'i', '\u3000']);

/** The first letter of yes, beside the `y` of the library. */
export function alsoYes(input: Readable, letter: string): OnKey {
  return (typed) => {
    if (letter === 'y' || typed?.toLowerCase() !== letter) return;
    queueMicrotask(() => input.emit('keypress', 'y', { name: 'y', sequence: 'y' }));
  };
}

/** Marks the highlighted option just before Enter, unless the person has marked by hand. */
export function takeHighlighted(input: Readable): OnKey {
  let touched = false;
  return (typed, key) => {
    touched ||= MARKING.has(key?.name ?? typed ?? '');
    if (key?.name === 'return' && !touched) input.emit('keypress', ' ', { name: 'space', sequence: ' ' });
  };
}
