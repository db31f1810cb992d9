import { Command, CommanderError } from 'commander';
import { EXIT } from './exit.js';
import type { Definition, Run } from './command.js';
import { call } from './call/command.js';
import { check } from './check/command.js';
import { conformanceFixture } from './fixture/command.js';
import { explain } from './explain/command.js';
import { panel } from './panel/command.js';
import { record } from './record/record-command.js';
import { replay } from './record/replay-command.js';
import { tools } from './tools/command.js';
import { report } from './failure.js';
import { OWN, requirePackages } from './packages.js';

const COMMANDS: readonly Definition[] = [check, call, tools, explain, record, replay, panel, conformanceFixture];

const SDK = ['@modelcontextprotocol/server', '@modelcontextprotocol/client'];

/** Splits the words at the first `--`: what follows is another program's, options and all. */
function split(words: readonly string[]): { own: readonly string[]; after: readonly string[] } {
  const cut = words.indexOf('--');
  return cut === -1 ? { own: words, after: [] } : { own: words.slice(0, cut), after: words.slice(cut + 1) };
}

/** Runs the command line that these words are, and gives its exit code. What belongs to the process (signals, exit) is `main.ts`. */
export async function main(words: readonly string[]): Promise<number> {
  const { own, after } = split(words);
  let code: number = EXIT.ok;
  const program = new Command('vuelta')
    .description('Servers that ask a person something in the middle of a call: check them, drive them, record them.')
    .version(OWN.version)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError("Try 'vuelta help' and 'vuelta COMMAND --help'.");
  const run: Run = async (work, needs = SDK) => {
    requirePackages(needs);
    code = await work(after);
  };
  for (const define of COMMANDS) define(program, run);
  try {
    await program.parseAsync([...own], { from: 'user' });
    return code;
  } catch (error) {
    return error instanceof CommanderError ? (error.exitCode === 0 ? EXIT.ok : EXIT.usage) : report(error);
  }
}
