import { McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { connect } from '../src/client/index.js';
import { createVuelta, memoryStore, text, type VueltaOptions } from '../src/index.js';

const keys = [{ kid: 'k', secret: new Uint8Array(32).fill(9) }];
const server = () => new McpServer({ name: 'options', version: '1.0.0' });

describe('options', () => {
  it.each([
    [{ key: 'k1:x' }, 'there is no option "key"'],
    [{ store: 3 }, '"store" to be an object'],
    [{ onEvent: 3 }, '"onEvent" to be a function'],
    [{ unsolicited: 'no' }, `"unsolicited" to be 'ask' or 'accept'`],
    [{ encrypt: 'yes' }, '"encrypt" to be a boolean'],
    [{ telemetry: null }, '"telemetry" to be an object'],
  ])('createVuelta refuses %j', (options, message) => {
    expect(() => createVuelta({ keys, ...options } as unknown as VueltaOptions)).toThrow(TypeError);
    expect(() => createVuelta({ keys, ...options } as unknown as VueltaOptions)).toThrow(message);
  });

  it.each([
    [{ tool: {} }, 'there is no option "tool"'],
    [{ tools: { t: { singleuse: true } } }, 'tools.t: there is no option "singleuse"'],
    [{ tools: { t: { expired: 'maybe' } } }, `"expired" to be 'ask' or 'refuse'`],
  ])('attach refuses %j', (options, message) => {
    expect(() => createVuelta({ keys }).attach(server(), options as never)).toThrow(message);
  });

  it('undefined is as good as left out', () => {
    expect(() =>
      createVuelta({ keys, store: undefined, onEvent: undefined }).attach(server(), { tools: undefined }),
    ).not.toThrow();
  });

  it('a store that is no store fails at once, not in the middle of a flow', () => {
    expect(() => createVuelta({ keys, store: {} as never })).toThrow('store: expected a store');
    expect(() => createVuelta({ keys, store: memoryStore() })).not.toThrow();
  });
});

it('a createVuelta inside the factory still runs a round once: the default store belongs to the process', async () => {
  let booked = 0;
  const createServer = () => {
    const made = server();
    createVuelta({ keys })
      .attach(made)
      .tool('book', {}, async (_args, ask) => {
        const { confirmed } = await ask.confirm('sure', 'Sure?');
        if (confirmed) booked += 1;
        return text(`booked ${booked}`);
      });
    return made;
  };
  await using harness = await connect(createServer);
  const first = await harness.firstRound('book');
  const answer = { action: 'accept', content: { sure: true } };
  const retry = { name: 'book', arguments: {}, requestState: first.rawState(), inputResponses: { sure: answer } };
  const replies = [await harness.request('tools/call', retry), await harness.request('tools/call', retry)];
  expect(replies.map(({ result }) => (result as { content: { text: string }[] }).content[0]?.text)).toEqual([
    'booked 1',
    'booked 1',
  ]);
  expect(booked).toBe(1);
});
