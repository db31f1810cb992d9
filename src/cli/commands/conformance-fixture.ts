import { InvalidArgumentError } from 'commander';
import type { Definition } from '../command.js';

const LAST_PORT = 65_535;

function port(value: string): number {
  if (!/^\d{1,5}$/.test(value) || Number(value) > LAST_PORT) throw new InvalidArgumentError('Give a port, 0 to 65535.');
  return Number(value);
}

/** `vuelta conformance-fixture` */
export const conformanceFixture: Definition = (program, run) => {
  program
    .command('conformance-fixture')
    .summary('serve what the public conformance suite expects')
    .description('Serves, on 127.0.0.1, the tools, prompts and resources that the public conformance suite expects.')
    .option('--port <port>', 'where to listen; 0 for a free port', port, 0)
    .option('--plain', 'a server written with the SDK alone, and the one line that guards it')
    .action((options: { port: number; plain?: boolean }) =>
      run(
        async () => (await import('../conformance-fixture.js')).conformanceFixture(options),
        ['@modelcontextprotocol/server', 'zod'],
      ),
    );
};
