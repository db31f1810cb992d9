/**
 * The server-side memory that a flow needs for its effects.
 *
 * Promises that every implementation keeps:
 * 1. What `putStep` resolved for, `getStep` returns to every server of the store, until `expiresAt`.
 * 2. A value comes back as it was given: the same text, byte for byte.
 * 3. After `expiresAt` a record is gone; before it, it is never dropped. A store that has no room refuses to write.
 * 4. A failing store rejects; it never answers "nothing there".
 */
export interface Store {
  /** The recorded result of a step of a flow, or `undefined` when none was recorded. */
  getStep(flow: string, step: string): Promise<string | undefined>;
  /** Records the result of a step. `expiresAt` is in milliseconds since 1970. */
  putStep(flow: string, step: string, value: string, expiresAt: number): Promise<void>;
  close?(): Promise<void>;
}
