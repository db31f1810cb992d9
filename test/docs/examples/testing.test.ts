// #region test
import { expect, it } from 'vitest';
import { accept, connect, decline, readText } from 'vuelta/client';
import { createServer } from './first-tool.js';

it('asks before it books', async () => {
  await using harness = await connect(createServer); // or a URL, or { command: 'node', args: ['server.js'] }

  const first = await harness.firstRound('book', { email: 'ana@example.com' });
  expect(first.kind).toBe('input_required');
  expect(first.asks.map((ask) => ask.message)).toEqual(['Book 1 place for ana@example.com?']);

  const yes = await harness.call(
    'book',
    { email: 'ana@example.com' },
    { answers: { confirm: accept({ confirm: true }) } },
  );
  expect(readText(yes)).toBe('booked place 1 for ana@example.com');
  expect(yes.rounds).toHaveLength(2);

  const no = await harness.call('book', { email: 'ana@example.com' }, { answers: { confirm: decline() } });
  expect(readText(no)).toBe('Nothing was booked.');
});
// #endregion

// #region without
it('says what a client that cannot ask gets', async () => {
  await using harness = await connect(createServer, { capabilities: {} });
  const outcome = await harness.call('book', { email: 'ana@example.com' });
  expect(outcome).toMatchObject({
    kind: 'capability',
    code: -32021,
    requiredCapabilities: { elicitation: { form: {} } },
  });
});
// #endregion

// #region revisions
it.each(['2026-07-28', '2025-11-25'] as const)('books on %s', async (revision) => {
  await using harness = await connect(createServer, { revision });
  const outcome = await harness.call('book', { email: 'a@b.co' }, { answers: () => accept({ confirm: true }) });
  expect(readText(outcome)).toMatch(/^booked place \d for a@b\.co$/u);
});
// #endregion

// #region repeat
it('books once when the last request is sent twice', async () => {
  await using harness = await connect(createServer);
  const book = { name: 'book', arguments: { email: 'eva@example.com' } };
  const first = await harness.firstRound('book', book.arguments);
  const retry = { ...book, requestState: first.rawState(), inputResponses: { confirm: accept({ confirm: true }) } };

  const [once, again] = [await harness.request('tools/call', retry), await harness.request('tools/call', retry)];
  expect(again.result).toEqual(once.result); // the handler has not run again: same place, same text

  const changed = { ...retry, inputResponses: { confirm: decline() } };
  expect((await harness.request('tools/call', changed)).error?.code).toBe(-32602);
});
// #endregion

// #region attack
it('does not believe an answer that nobody asked for', async () => {
  await using harness = await connect(createServer);
  const inputResponses = { confirm: accept({ confirm: true }) };
  const params = { name: 'book', arguments: { email: 'ana@example.com' }, inputResponses };
  const reply = await harness.request('tools/call', params);
  expect(reply.result).toMatchObject({ resultType: 'input_required' });
});
// #endregion
