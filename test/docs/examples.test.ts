import { expect, it } from 'vitest';
import { accept, cancel, connect, decline, readText } from 'vuelta/client';
import { after, before, removed } from './examples/add-confirmation.js';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { listen } from './examples/http-server.js';
import { createServer as desk } from './examples/fallback.js';
import { createServer as files } from './examples/existing-server.js';
import { createServer as shop, world } from './examples/multi-step.js';
import { createServer as wizard } from './examples/state-alone.js';

const yes = accept({ confirm: true });

it('guides/existing-server: asks, and believes only what it asked for', async () => {
  await using harness = await connect(files);
  expect(readText(await harness.call('delete', { path: 'a' }, { answers: { confirm: yes } }))).toBe('deleted: a');
  expect(readText(await harness.call('delete', { path: 'a' }, { answers: { confirm: decline() } }))).toBe(
    'Nothing was deleted.',
  );
  const attack = { name: 'delete', arguments: { path: 'a' }, inputResponses: { confirm: yes } };
  expect((await harness.request('tools/call', attack)).result).toMatchObject({ resultType: 'input_required' });
});

it('guides/existing-server: a tool that did not ask, before and after', async () => {
  await using plain = await connect(before);
  expect(readText(await plain.call('delete', { path: 'a' }))).toBe('deleted: a');
  await using asking = await connect(after);
  expect(readText(await asking.call('delete', { path: 'b' }, { answers: { confirm: decline() } }))).toBe(
    'Nothing was deleted.',
  );
  expect(readText(await asking.call('delete', { path: 'b' }, { answers: { confirm: yes } }))).toBe('deleted: b');
  expect(removed).toEqual(['a', 'b']);
});

it('guides/multi-step: the price is made once, the charge is done once, the mail goes out at the end', async () => {
  await using harness = await connect(shop);
  const answers = { address: accept({ street: 'Calle 1', city: 'Quito' }), pay: accept({ pay: true }) };
  const outcome = await harness.call('buy', { item: 'lamp' }, { answers });
  expect(readText(outcome)).toBe('bought: lamp, receipt-1');
  expect(outcome.rounds.map((round) => round.asks.map(({ message }) => message))).toEqual([
    ['Where shall "lamp" go?'],
    ['Pay 41 € for "lamp" to Quito?'],
    [],
  ]);
  expect(world.quoted).toEqual(['lamp']);
  expect(world.charged).toHaveLength(1);
  expect(world.mailed).toEqual(['receipt-1']);
});

it('guides/multi-step: asks that start together share a round', async () => {
  await using harness = await connect(shop);
  const answers = { day: accept({ day: 'friday' }), size: accept({ size: 'small' }) };
  const outcome = await harness.call('plan', {}, { answers });
  expect(readText(outcome)).toBe('small on friday');
  expect(outcome.rounds.map(({ asks }) => asks.length)).toEqual([2, 0]);
});

it('guides/multi-step: F58: helpers that ask may be started before they are awaited', async () => {
  await using harness = await connect(shop);
  const answers = { adult: accept({ adult: true }), terms: accept({ terms: true }) };
  const outcome = await harness.call('join', {}, { answers });
  expect(readText(outcome)).toBe('Welcome.');
  expect(outcome.rounds.map(({ asks }) => asks.length)).toEqual([2, 0]);
});

it('guides/fallback: each way to serve a client that cannot ask', async () => {
  await using harness = await connect(desk, { capabilities: {} });
  const guided = readText(await harness.call('escalate', { id: 'T-1' }));
  expect(guided).toContain('How urgent is T-1?');
  expect(guided).toContain('- priority (required): one of p1, p2, p3');
  expect(readText(await harness.call('sign', { id: '7' }))).toContain('the contract 7 waits there');
  expect(readText(await harness.call('note', { text: 'milk' }))).toBe('noted without a tag: milk');
});

it('F107: guides/fallback: a client that says it can, and has nobody', async () => {
  await using harness = await connect(desk);
  const outcome = await harness.call('archive', { id: 'T-1' }, { answers: () => cancel() });
  expect(readText(outcome)).toContain('Nobody answered, so T-1 was kept.');
});

it('guides/state-alone: a state goes through the hook of the SDK', async () => {
  await using harness = await connect(wizard);
  const outcome = await harness.call('go', {}, { answers: () => accept({ ok: true }) });
  expect(readText(outcome)).toBe('done');
  expect(outcome.rounds).toHaveLength(3);
});

it('guides/http: asks over HTTP, and refuses a foreign host', async () => {
  const http = listen(0);
  try {
    await once(http, 'listening');
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
    await using harness = await connect(url);
    const outcome = await harness.call('book', { email: 'a@b.co' }, { answers: { confirm: yes } });
    expect(readText(outcome)).toMatch(/^booked place \d+ for a@b\.co$/u);
    await expect(connect(url, { headers: { host: 'evil.example' } })).rejects.toThrow();
  } finally {
    http.closeAllConnections();
    http.close();
  }
});
