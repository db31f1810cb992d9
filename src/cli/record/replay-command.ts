import type { Definition } from '../command.js';
import type { ReachOptions } from '../with-server.js';
import { withAnswers, withReach } from '../call/options.js';

interface Options extends ReachOptions {
  readonly answers?: string;
  readonly loose?: true;
  readonly json?: true;
}

const HELP = `
  vuelta replay server.mjs book.yaml --answers answers.yaml
  vuelta replay book.yaml --answers answers.yaml -- node server.js`;

export const replay: Definition = (program, run) => {
  const command = program
    .command('replay')
    .summary('make a recorded call again and compare')
    .description(
      'Makes a recorded call again, for real, and says what is different first. Exit codes: 0 the same, 1 a difference.',
    )
    .argument('[target]', 'a module or an http(s) address; or -- and a command')
    .argument('[file]', 'a recording');
  withAnswers(withReach(command))
    .option('--json', 'the result as JSON')
    .addHelpText('after', HELP)
    .action((first: string | undefined, second: string | undefined, options: Options) =>
      run(async (after) => {
        const [{ replay: work }, { UsageError }, { withServer, splitWords }] = await Promise.all([
          import('./replay.js'),
          import('../usage.js'),
          import('../with-server.js'),
        ]);
        const [target, file] = splitWords([first, second], after);
        if (file === undefined)
          throw new UsageError('Which recording? Give its file behind the target, or before -- and the command.');
        const { answers, loose, json } = options;
        return withServer(target, after, options, (reached) =>
          work({ ...reached, file, answerFile: answers, loose, json }),
        );
      }),
    );
};
