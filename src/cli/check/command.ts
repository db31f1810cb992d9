import { Option } from 'commander';
import { REVISIONS } from '../../protocol/revision.js';
import type { Definition } from '../command.js';
import type { CheckOptions } from './check.js';
import { collect, milliseconds } from '../option.js';

const HELP = `
A check calls the tool for real, about twice for each of some 90 rules, and a dozen of the calls get a yes and do what they are for. What is about
to be called is said on stderr first. Give it a server whose world may be changed, never one in production.

A target is a module that exports createServer, an http(s) address, or -- and a command that serves stdio:
  vuelta check server.mjs
  vuelta check https://example.com/mcp --header 'Authorization: Bearer …'
  vuelta check -- node server.js
  vuelta check server.mjs book --arg email=ana@example.com

Without --config, the cases come from the module's own export 'contract', else from the nearest vuelta.contract.mjs, else from
the server's list of tools. Exit codes: 0 clean, 1 broken rules or a stale baseline, 2 wrong usage, 3 no server.`;

export const check: Definition = (program, run) => {
  program
    .command('check')
    .summary('hold a server that asks to the contract')
    .description(
      'Holds any server that asks a person something to the rules of multi round-trip requests. It calls the server for real, many times.',
    )
    .argument('[target]', 'a module or an http(s) address; or -- and a command')
    .argument('[name]', 'one tool to check, in place of the cases of a configuration')
    .option('--arg <name=text>', 'an argument of that tool, or name:=JSON; may be repeated', collect)
    .option('--args <json>', 'all its arguments as a JSON object')
    .option('--prompt', 'the name is that of a prompt')
    .option('--resource', 'the name is the URI of a resource')
    .option('--config <file>', 'a module whose default export is a contract configuration')
    .option('--header <header>', "'Name: value' for every request to an address; may be repeated", collect)
    .option('--only <id>', 'a check or family to run; may be repeated', collect)
    .option('--skip <id>', 'a check or family to leave out; may be repeated', collect)
    .addOption(
      new Option('--fail-on <level>', 'from which level on a broken rule fails the run').choices([
        'MUST',
        'SHOULD',
        'advice',
      ]),
    )
    .addOption(new Option('--revision <revision>', 'the revision to hold the server to').choices([...REVISIONS]))
    .option('--allow-destructive', 'without a configuration, also try tools that are annotated as destructive')
    .option('--yes', 'begin without asking, where nobody said what to call')
    .option('--timeout <ms>', 'how long a response may take', milliseconds)
    .option('--expires-after <ms>', "after how long the server's states are no longer good; waited for", milliseconds)
    .option('--json [file]', 'the report as JSON, on stdout or into FILE.json')
    .option('--junit <file>', 'the report as JUnit XML')
    .option('--markdown <file>', 'the report as Markdown')
    .option('--curl', 'the requests that show each broken rule, as curl lines, in every report')
    .option('--baseline <file>', 'known failures, which do not fail the run')
    .option('--update-baseline', 'write the baseline anew')
    .addHelpText('after', HELP)
    .action((first: string | undefined, second: string | undefined, options: CheckOptions) =>
      run(async (after) => (await import('./check.js')).check([first, second], after, options)),
    );
};
