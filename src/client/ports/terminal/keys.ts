import type { Key } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';

/*
 * The prompt library (tried: @clack/prompts 1.9.0 on @clack/core 1.6.0) has no hook for a key of our own, so some keys here are typed
 * into it as fake `keypress` events of its input. Another version must be tried with the tests of picking and of yes and no.
 */

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

/** How long a terminal gets to hand over what was typed before the question was there to read. */
export const AHEAD_MS = 30;
const CTRL_C = 3;

/**
 * Throws away what was typed before a question was shown: a key pressed for something else must not answer it.
 *
 * @returns whether Ctrl-C was among it.
 */
export async function forgetTypedAhead(input: Readable & { setRawMode(raw: boolean): unknown }): Promise<boolean> {
  let interrupted = false;
  const drop = (chunk: Buffer | string): void => {
    interrupted ||= Buffer.from(chunk).includes(CTRL_C);
  };
  input.setRawMode(true);
  input.on('data', drop);
  input.resume();
  await setTimeout(AHEAD_MS);
  input.off('data', drop);
  input.pause();
  input.setRawMode(false);
  return interrupted;
}
