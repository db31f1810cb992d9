import { maskState } from './state-fingerprint.js';

/** How much of what was answered is hidden, and what stands in its place. Everything else is the same wherever something is shown. */
export interface MaskRules {
  /** A shorter text is not hidden. */
  readonly shortestText: number;
  /** A shorter number is not hidden. */
  readonly shortestNumber: number;
  /** From this length on an answer is hidden inside words, too; if it has less than six characters, only as it is written. */
  readonly insideWords: number;
  /** A shorter state is a word, and may stand in a text by chance: it is hidden in its own member only. */
  readonly shortestState: number;
  readonly answer: (name: string) => string;
  /** What stands for a state in its own member; `undefined` for what is none. */
  readonly state: (state: unknown) => string | undefined;
  /** What stands for a state in a text; without `whole` for one that was cut or changed. */
  readonly stateInText: (whole?: string) => string;
  /** States are shown as they are, because the person wants to see them. */
  readonly showStates?: boolean;
}

function described(state: string): string {
  const { bytes, fingerprint } = maskState(state, undefined);
  return `<state: ${bytes} bytes, ${fingerprint}>`;
}

/** A call as it is printed, shown on the page and recorded, and the errors of one: its reader knows what was asked. */
export const CALL: MaskRules = {
  shortestText: 1,
  shortestNumber: 1,
  insideWords: 6,
  shortestState: 8,
  answer: (name) => `<answer ${name}>`,
  state: (state) => (typeof state === 'string' ? described(state) : undefined),
  stateInText: (whole) => (whole === undefined ? '<state>' : described(whole)),
};

/** A report, which strangers read: what is hidden has no name, and short words of it are hidden even inside others. */
export const REPORT: MaskRules = {
  shortestText: 3,
  shortestNumber: 4,
  insideWords: 3,
  shortestState: 16,
  answer: () => '[answer]',
  state: (state) => (typeof state === 'string' ? `[state, ${Buffer.byteLength(state)} bytes]` : '[state, no text]'),
  stateInText: () => '[state]',
};
