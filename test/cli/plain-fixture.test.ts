import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveFixture, type Fixture } from '../../src/cli/fixture/serve-fixture.js';
import { accept, connect, readText } from '../../src/client/index.js';

let fixture: Fixture;
const errors: Error[] = [];

beforeAll(async () => {
  fixture = await serveFixture({ plain: true, onerror: (error) => errors.push(error) });
});

afterAll(() => fixture.close());

it('F70: the plain server serves both revisions with one line put in, its own codec and hook included', async () => {
  const answers = { step1: accept({ name: 'Ana' }), step2: accept({ color: 'blue' }) };
  for (const revision of ['2026-07-28', '2025-11-25'] as const) {
    const harness = await connect(new URL(fixture.url), { revision });
    const outcome = await harness.call('test_input_required_result_multi_round', {}, { answers });
    expect(readText(outcome), revision).toBe('Ana likes blue.');
    expect(outcome.rounds, revision).toHaveLength(3);
    await harness.close();
  }
  expect(errors).toEqual([]);
});

it('F70: its states are sealed by the guard: one of its own codec, or of another tool, is refused', async () => {
  const harness = await connect(new URL(fixture.url), { revision: '2026-07-28' });
  const { raw } = await harness.firstRound('test_input_required_result_request_state', {});
  const { requestState } = raw;
  const inputResponses = { confirm: { action: 'accept', content: { ok: true } } };
  const retry = (name: string, state: unknown) =>
    harness.request('tools/call', { name, arguments: {}, requestState: state, inputResponses });
  const moved = await retry('test_input_required_result_tampered_state', requestState);
  expect(moved).toMatchObject({ error: { code: -32_602, message: 'Invalid or expired requestState' } });
  const done = await retry('test_input_required_result_request_state', requestState);
  expect(done).toMatchObject({ result: { content: [{ text: 'state-ok' }] } });
  await harness.close();
});
