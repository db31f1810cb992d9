import type { Definition } from '../command.js';
import type { ToolsOptions } from './tools.js';
import { withReach } from '../call/options.js';

const HELP = `
  vuelta tools server.mjs
  vuelta tools https://example.com/mcp --probe
  vuelta tools -- node server.js

Exit codes: 0 listed, 2 wrong usage, 3 no server.`;

export const tools: Definition = (program, run) => {
  const command = program
    .command('tools')
    .summary('list what a server has, and which tools may ask')
    .description(
      'Lists the tools, prompts and resources of a server, and which of its tools may ask a person something.',
    )
    .argument('[target]', 'a module or an http(s) address; or -- and a command');
  withReach(command)
    .option('--probe', 'try a first round of each tool that says that it only reads')
    .option('--json', 'one JSON document')
    .addHelpText('after', HELP)
    .action((target: string | undefined, options: ToolsOptions) =>
      run(async (after) => (await import('./tools.js')).tools(target, after, options)),
    );
};
