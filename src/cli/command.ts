import type { Command } from 'commander';

/**
 * Runs a command and keeps its exit code. `after` is what followed `--`: the command of a server. The work is where a command
 * imports what it needs, so that `vuelta --help` loads nothing. `needs` are the packages without which it cannot: by default both
 * halves of the SDK.
 */
export type Run = (work: (after: readonly string[]) => Promise<number>, needs?: readonly string[]) => Promise<void>;

/** Adds one command to the program. One file in each folder beside this, listed in `program.ts`. */
export type Definition = (program: Command, run: Run) => void;
