/** A protocol revision that the harness speaks. */
export type Revision = '2026-07-28' | '2025-11-25';

export const MODERN: Revision = '2026-07-28';

/** The revision before, on which a call stays open while the server asks. */
export const LEGACY = '2025-11-25' satisfies Revision;

export const REVISIONS: readonly Revision[] = [MODERN, LEGACY];

/** Nobody was let in, or the server broke: such a status tells nothing of revisions. */
export const saysNothing = (status: unknown): boolean =>
  typeof status === 'number' && (status === 401 || status === 403 || status >= 500);
