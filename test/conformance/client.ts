import { accept, connect, text, type CallOutcome } from 'vuelta/client';

// What the client scenario runs, with the address of its server as the last argument.

const url = process.argv.at(-1) as string;
await using harness = await connect(url, { capabilities: { elicitation: { form: {} } } });

const yes = accept({ confirmed: true });

expectText(
  await harness.call(
    'test_mrtr_echo_state',
    {},
    {
      // Another call while this one waits for its answer: nothing of the one may reach the other.
      answers: async () => {
        expectText(await harness.call('test_mrtr_unrelated'), 'unrelated-ok');
        return yes;
      },
    },
  ),
  'echo-state-ok',
);
expectText(await harness.call('test_mrtr_no_state', {}, { answers: { confirm: yes } }), 'no-state-ok');
expectText(await harness.call('test_mrtr_no_result_type'), 'no-result-type-test-ok');

function expectText(outcome: CallOutcome, expected: string): void {
  const received = text(outcome);
  if (received !== expected) throw new Error(`expected "${expected}" and got "${received}"`);
}
