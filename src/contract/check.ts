import { type Revision, REVISIONS } from '../protocol/revision.js';
import type { Heard } from './walk/response.js';
import type { Trial } from './walk/trial.js';

/** The families of the catalogue, in the order in which they run. */
export const FAMILIES = [
  'rounds',
  'answers',
  'state',
  'effects',
  'capability',
  'forms',
  'url',
  'parity',
  'transport',
] as const;

export type Family = (typeof FAMILIES)[number];

/** How binding a rule is: `MUST` and `SHOULD` as the specification says them, `advice` for what it leaves to judgement. */
export type Level = 'MUST' | 'SHOULD' | 'advice';

/** Where a rule comes from: a page of the specification of 2026-07-28, and its section. */
export interface SpecSection {
  /** For example `basic/patterns/mrtr`. */
  readonly page: string;
  readonly section: string;
}

/** What a check found. `tried` counts the requests or texts that were judged, and is at least 1. */
export type Finding =
  | { readonly status: 'pass'; readonly tried: number }
  | { readonly status: 'fail'; readonly message: string; readonly heard?: readonly Heard[] }
  | { readonly status: 'not-applicable'; readonly reason: string };

/** The revision before, on which a call stays open while the server asks. */
export const LEGACY: Revision = '2025-11-25';

/** For a rule that holds on either revision, and can be tried there. */
export const EITHER: readonly Revision[] = REVISIONS;

/** One rule that a server is held to. A server author reads `title`, `why` and `fix`; nothing else explains a failure. */
export interface Check {
  /** Stable: baselines and tests name it. Its first part is the family. */
  readonly id: `${Family}.${string}`;
  readonly level: Level;
  /** The rule in one sentence. */
  readonly title: string;
  readonly spec: SpecSection;
  /** What goes wrong for a person when a server breaks it. */
  readonly why: string;
  /** What to change in the server. */
  readonly fix: string;
  /** `server`: judged once for a server, with its first case, and not again for every case. */
  readonly scope?: 'server';
  /** The revisions on which the rule can be tried; 2026-07-28 only by default. */
  readonly revisions?: readonly Revision[];
  /** Runs on a server that nobody has used since it was opened. */
  run(trial: Trial): Promise<Finding>;
}

/** The rule holds. */
export const pass = (tried: number): Finding => {
  if (tried < 1) throw new RangeError('a check that tried nothing has not passed');
  return { status: 'pass', tried };
};

/** The rule is broken; `heard` are the responses that show it, the telling one last. */
export const fault = (message: string, ...heard: readonly Heard[]): Finding => ({ status: 'fail', message, heard });

/** The rule says nothing about this server or case. */
export const notApplicable = (reason: string): Finding => ({ status: 'not-applicable', reason });

/** Something that the check stands on did not hold, so nothing is known about its rule. It counts as a failure. */
export class NotTestable extends Error {
  readonly heard: readonly Heard[];

  constructor(reason: string, ...heard: readonly Heard[]) {
    super(reason);
    this.name = 'NotTestable';
    this.heard = heard;
  }
}
