import { fstatSync } from 'node:fs';
import type { ReadStream } from 'node:tty';

/** How long a pipe may be silent before it is decided whether somebody may still write into it. */
const GRACE_MS = { person: 100, unattended: 1000 };

type Pipe = 'content' | 'ended' | 'silent';

/** Looks whether there is something to read, and leaves it there. */
function peek(input: ReadStream, graceMs: number): Promise<Pipe> {
  return new Promise((resolve) => {
    const end = (found: Pipe): void => {
      clearTimeout(timer);
      input.off('readable', look);
      input.off('end', ended);
      input.off('error', ended);
      resolve(found);
    };
    const look = (): void => {
      if (input.readableLength > 0) end('content');
      else input.read();
    };
    const ended = (): void => end('ended');
    const timer = setTimeout(() => end('silent'), graceMs);
    input.on('readable', look);
    input.on('end', ended);
    input.on('error', ended);
  });
}

function isDevice(): boolean {
  try {
    return fstatSync(0).isCharacterDevice();
  } catch {
    return true;
  }
}

/**
 * Whether somebody can answer on stdin: at a terminal, or through a pipe or file that has something in it. With `CI` set, a
 * silent pipe is nobody; without it, somebody may still write.
 */
export async function isSomebodyThere(): Promise<boolean> {
  const { stdin, env } = process;
  if (stdin.isTTY) return true;
  // /dev/null, and what the runtime opens where stdin was closed.
  if (isDevice()) return false;
  const unattended = (env['CI'] ?? '') !== '' && env['CI'] !== 'false';
  const found = await peek(stdin, unattended ? GRACE_MS.unattended : GRACE_MS.person);
  return found === 'content' || (found === 'silent' && !unattended);
}
