import { printable } from '../shown/line.js';
import type { Mismatch } from './compare.js';

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
