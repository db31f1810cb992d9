import type { Definition } from '../command.js';
import type { CallOptionWords } from '../call-words.js';
import type { ReachOptions } from '../with-server.js';
import { withAnswers, withCall, withReach } from '../call/options.js';

interface Options extends ReachOptions, CallOptionWords {
  readonly answers?: string;
  readonly loose?: true;
  readonly keepAnswers?: true;
  readonly out?: string;
  readonly overwrite?: true;
}

const HELP = `
  vuelta record server.mjs book --arg id=a --answers answers.yaml --out book.yaml
  vuelta record book --arg id=a --answers answers.yaml -- node server.js`;

export const record: Definition = (program, run) => {
  const command = program
    .command('record')
    .summary('write a call, round by round, to a file')
    .description(
      'Makes a call, for real, and writes it to a file that a person can read and edit. States and ids are masked.',
    )
    .argument('[target]', 'a module or an http(s) address; or -- and a command')
    .argument('[name]', 'the tool to call');
  withAnswers(withCall(withReach(command)))
    .option('--keep-answers', 'also write what was answered')
    .option('--out <file>', 'where to write, .json for JSON; stdout by default')
    .option('--overwrite', 'write over a file that is there')
    .addHelpText('after', HELP)
    .action((first: string | undefined, second: string | undefined, options: Options) =>
      run(async (after) => {
        const [{ record: work }, { readCall }, { withServer, splitWords }] = await Promise.all([
          import('./record.js'),
          import('../call-words.js'),
          import('../with-server.js'),
        ]);
        const [target, name] = splitWords([first, second], after);
        const call = readCall(name, options);
        const { answers, loose, keepAnswers, out, overwrite } = options;
        return withServer(target, after, options, (reached) =>
          work({ ...reached, call, words: options, answerFile: answers, loose, keepAnswers, out, overwrite }),
        );
      }),
    );
};
