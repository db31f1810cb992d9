import { expect, it } from 'vitest';
import { connect } from '../../src/client/index.js';
import { keep } from './fixtures/keep.js';
import { asking, done, form, serveScript, serveHandler, travelCommand } from './fixtures/hosting.js';
import { createTravel } from './fixtures/travel.mjs';

async function scripted(...args: Parameters<typeof serveScript>) {
  const server = keep(await serveScript(...args));
  const harness = keep(await connect(server.url));
  return { server, harness };
}

it('sends one request and no more', async () => {
  const { server, harness } = await scripted(({ id }) => ({
    reply: { jsonrpc: '2.0', id, result: asking({ a: form({}) }) },
  }));
  const before = server.got.length;
  const first = await harness.firstRound('t', { x: [1, { y: 'ü' }] });
  expect(first.kind).toBe('input_required');
  expect(server.got).toHaveLength(before + 1);
  const sent = server.got.at(-1)?.message;
  expect(sent?.params).toMatchObject({ name: 't', arguments: { x: [1, { y: 'ü' }] } });
  expect(sent?.params).not.toHaveProperty('inputResponses');
  expect(sent?.params).not.toHaveProperty('requestState');
});

it('shows the result as it was on the wire: order, unknown members, malformed _meta, reserved keys', async () => {
  const result = `{"zeta":1,"resultType":"input_required","__proto__":{"a":1},"_meta":{"io.modelcontextprotocol/serverInfo":{"name":7},"z":2},"inputRequests":{"__proto__":${JSON.stringify(form({ a: { type: 'string' } }))}}}`;
  const { harness } = await scripted(({ id }) => ({
    reply: `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`,
  }));
  const first = await harness.firstRound('t');
  expect(JSON.stringify(first.raw)).toBe(result);
  expect(first.asks.map(({ key }) => key)).toEqual(['__proto__']);
  expect(({} as Record<string, unknown>)['a']).toBeUndefined();
});

it('shows a result that comes as an event, cut anywhere', async () => {
  const { harness } = await scripted(({ id }) => ({
    events: [
      { jsonrpc: '2.0', method: 'notifications/message', params: {} },
      { jsonrpc: '2.0', id, result: { b: 1, ...done } },
    ],
    end: true,
  }));
  const first = await harness.firstRound('t');
  expect(JSON.stringify(first.raw)).toBe(JSON.stringify({ b: 1, ...done }));
  expect(first).toMatchObject({ kind: 'complete', status: 200 });
});

it('F37 shows -32021 with HTTP status 400', async () => {
  const hosted = keep(await serveHandler(createTravel().createServer));
  const harness = keep(await connect(hosted.url, { capabilities: {} }));
  const first = await harness.firstRound('book', { trip: 'Lisbon' });
  expect(first).toMatchObject({
    kind: 'capability',
    code: -32_021,
    status: 400,
    asks: [],
    requiredCapabilities: { elicitation: { form: {} } },
    raw: { code: -32_021, data: { requiredCapabilities: { elicitation: { form: {} } } } },
  });
});

it('masks the state everywhere but in raw and behind rawState()', async () => {
  const harness = keep(await connect(createTravel().createServer));
  const first = await harness.firstRound('steps', { steps: 2, label: 'A' });
  const state = first.rawState();
  expect(state).toMatch(/^v1\./);
  expect(first.raw['requestState']).toBe(state);
  expect(first.state).toEqual({
    bytes: state?.length,
    changed: true,
    fingerprint: expect.stringMatching(/^[0-9a-f]{8}$/),
  });
  expect(JSON.stringify(first)).not.toContain(state);
  expect(JSON.parse(JSON.stringify(first))).toMatchObject({
    kind: 'input_required',
    raw: { resultType: 'input_required' },
  });
  const { raw: _raw, ...rest } = first;
  expect(JSON.stringify(rest)).not.toContain(state);
});

it('works over stdio, and a cancelled first round of 2025-11-25 leaves the connection usable', async () => {
  const log: string[] = [];
  const harness = keep(await connect(travelCommand, { revision: '2025-11-25', stderr: (chunk) => log.push(chunk) }));
  const first = await harness.firstRound('both');
  expect(first).toMatchObject({
    kind: 'input_required',
    raw: { method: 'elicitation/create', params: { message: 'Name?' } },
  });
  expect(first.asks.map(({ message }) => message)).toEqual(['Name?', 'Age?']);
  expect(first.rawState()).toBeUndefined();
  expect((await harness.firstRound('plain', { text: 'a' })).kind).toBe('complete');
});
