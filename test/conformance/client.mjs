import { accept, connect, readText } from 'vuelta/client';

// What the client scenario runs, with the address of its server as the last argument.

const harness = await connect(process.argv.at(-1), { capabilities: { elicitation: { form: {} } } });
const yes = accept({ confirmed: true });

try {
  await expectText(
    'echo-state-ok',
    harness.call(
      'test_mrtr_echo_state',
      {},
      {
        // Another call while this one waits for its answer: nothing of the one may reach the other.
        answers: async () => {
          await expectText('unrelated-ok', harness.call('test_mrtr_unrelated'));
          return yes;
        },
      },
    ),
  );
  await expectText('no-state-ok', harness.call('test_mrtr_no_state', {}, { answers: { confirm: yes } }));
  await expectText('no-result-type-test-ok', harness.call('test_mrtr_no_result_type'));
} finally {
  await harness.close();
}

async function expectText(expected, call) {
  const received = readText(await call);
  if (received !== expected) throw new Error(`expected "${expected}" and got "${received}"`);
}
