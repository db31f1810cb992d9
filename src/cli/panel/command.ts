import type { Definition } from '../command.js';
import type { PanelOptionWords } from './panel.js';
import { port } from '../option.js';
import { withReach } from '../call/options.js';

const HELP = `
  vuelta panel server.mjs
  vuelta panel https://example.com/mcp --header 'Authorization: Bearer …'
  vuelta panel -- node server.js

The link on stdout works once, for one browser; the next one follows on stderr. Ctrl-C ends the page.`;

export const panel: Definition = (program, run) => {
  const command = program
    .command('panel')
    .summary('see every round on a page')
    .description(
      'Serves a page on 127.0.0.1 on which a person calls a server, answers what it asks and sees every round.',
    )
    .argument('[target]', 'a module or an http(s) address; or -- and a command');
  withReach(command)
    .option('--port <port>', 'where to listen; 0 for a free port', port, 0)
    .addHelpText('after', HELP)
    .action((target: string | undefined, options: PanelOptionWords) =>
      run(async (after) => (await import('./panel.js')).panel(target, after, options)),
    );
};
