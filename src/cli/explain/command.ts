import type { Definition } from '../command.js';

export const explain: Definition = (program, run) => {
  program
    .command('explain')
    .summary('say what a check is about')
    .description(
      'Prints a rule of the contract, why it matters and how to mend a server that breaks it; for a family, its ids, and for nothing, all.',
    )
    .argument('[check-id]', 'for example rounds.result-type, or a family: rounds')
    .action((id: string | undefined) => run(async () => (await import('./explain.js')).explain(id)));
};
