/** Something that works and will hurt later. */
export interface Warning {
  readonly code: string;
  /** What happened. */
  readonly what: string;
  /** Why it matters. */
  readonly why: string;
  /** What to do. */
  readonly todo: string;
}

const given = new Set<string>();

/** Writes a warning to stderr, once per process. Never to stdout: there the protocol runs. */
export function warnOnce({ code, what, why, todo }: Warning): void {
  if (given.has(code)) return;
  given.add(code);
  // oxlint-disable-next-line no-console
  console.warn(`[vuelta] ${code}: ${[what, why, todo].filter((part) => part !== '').join(' ')}`);
}
