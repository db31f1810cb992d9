#!/usr/bin/env node
import { EXIT } from './exit.js';
import { filterCommands } from './check/ci-commands.js';
import { report } from './failure.js';
import { main } from './program.js';

for (const stream of [process.stdout, process.stderr]) filterCommands(stream);

/** A pipe that its reader has closed is no fault of ours: `vuelta check … | head`. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

/** A server in this process may throw where nobody waits. That is neither a clean run nor a broken rule. */
process.on('uncaughtException', (thrown) => void report(thrown, EXIT.internal).then((code) => process.exit(code)));

process.exitCode = await main(process.argv.slice(2));
// A server in this process may hold timers and sockets that nobody closes.
process.stdout.write('', () => process.stderr.write('', () => process.exit()));
