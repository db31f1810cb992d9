import { Option } from 'commander';
import { LANGS } from '../../client/ports/texts/lang.js';
import type { CallOptions } from './options.js';
import type { Definition } from '../command.js';
import { withAnswers, withCall, withReach } from './options.js';
import { collect, count, milliseconds } from '../option.js';

const HELP = `
A target is a module that exports createServer, an http(s) address, or -- and a command that serves stdio:
  vuelta call server.mjs book --arg email=ana@example.com
  vuelta call https://example.com/mcp book --token "$TOKEN" --answer confirm='{"confirm":true}'
  vuelta call book --arg email=ana@example.com -- node server.js

Exit codes: 0 result, 1 an isError result, 2 wrong usage, 3 a protocol error or no server, 4 an ask without an answer or an
answer without an ask, 5 cancelled by the person.`;

const words = (value: string): string[] => value.split(',').map((word) => word.trim());

export const call: Definition = (program, run) => {
  const command = program
    .command('call')
    .summary('call a tool as a host would, and answer what it asks')
    .description('Calls a tool, prompt or resource, for real: puts each question, and shows the result.')
    .argument('[target]', 'a module or an http(s) address; or -- and a command')
    .argument('[name]', 'the tool to call');
  withAnswers(withCall(withReach(command)))
    .option(
      '--answer <key=json>',
      'the answer to one ask: its content, or decline, or cancel; may be repeated',
      collect,
    )
    .option('--yes', 'accept every other ask, where defaults and yes are enough')
    .option('--decline', 'decline every other ask')
    .option('--cancel', 'cancel every other ask')
    .option('--no-elicitation', 'declare that nobody can be asked')
    .option('--caps <list>', 'what to declare, of form, url, sampling, roots', words)
    .option('--raw', 'stop after the first round, and print it as it came')
    .option('--show-state', 'do not mask the state in what is printed')
    .option('--json', 'one JSON document on stdout, everything for people on stderr')
    .addOption(new Option('--lang <lang>', 'the language of the terminal').choices([...LANGS]))
    .option('--person-timeout <ms>', 'how long one answer may take; no limit by default', milliseconds)
    .option('--max-rounds <n>', 'how many rounds the call may take (10)', count)
    .addHelpText('after', HELP)
    .action((first: string | undefined, second: string | undefined, options: CallOptions) =>
      run(async (after) => (await import('./call.js')).call([first, second], after, options)),
    );
};
