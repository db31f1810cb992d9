import type { Readable } from 'node:stream';

/** How long a terminal gets to hand over what was typed before the question was there to read. */
const AHEAD_MS = 30;
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
  await new Promise((resolve) => {
    setTimeout(resolve, AHEAD_MS);
  });
  input.off('data', drop);
  input.pause();
  input.setRawMode(false);
  return interrupted;
}
