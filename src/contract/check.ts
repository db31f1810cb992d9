import { type Revision, REVISIONS } from '../protocol/revision.js';
import type { SpecSection } from '../protocol/spec.js';
import type { Finding } from './evidence/finding.js';
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
