/** How `vuelta` ends. `docs/reference/exit-codes.md` is the same table; a test holds the two together. */
export const EXIT = {
  /** Everything is as it should be. */
  ok: 0,
  /** What was looked at is not as it should be. */
  broken: 1,
  /** The command line, a configuration or a file is wrong. */
  usage: 2,
  /** The server could not be reached, or broke the protocol. */
  unreachable: 3,
  /** An ask had no answer, or an answer no ask. */
  unanswered: 4,
  /** The person cancelled. */
  cancelled: 5,
  /** A fault of this program, or an exception of a server in this process that nobody caught. */
  internal: 70,
  /** Ctrl-C. */
  interrupted: 130,
} as const;
