import { describe, expect, it } from 'vitest';
import { text, type Rounds } from '../../src/index.js';
import { Host, yes, type Register } from './server.js';

type Wrap = (result: unknown) => unknown;

/** Puts a wrapper around every tool that is registered, as telemetry does. */
function wrapped(wrap: Wrap, register: (rounds: Rounds) => void): Register {
  return (server, rounds) => {
    const original = server.registerTool.bind(server) as (name: string, config: object, run: unknown) => unknown;
    server.registerTool = ((name: string, config: object, run: (...given: unknown[]) => Promise<unknown>) =>
      original(name, config, async (...given: unknown[]) => wrap(await run(...given)))) as never;
    register(rounds);
  };
}

const spread: Wrap = (result) => ({ ...(result as object), _meta: { traced: true } });
const rebuilt: Wrap = (result) => JSON.parse(JSON.stringify(result)) as unknown;

function counting(made: string[]) {
  return (rounds: Rounds): void => {
    rounds.tool('t', {}, async (_args, ask) => {
      const price = await ask.memo('price', () => made.push('memo'));
      const once = await ask.once('act', () => made.push('once'));
      const first = await ask.confirm('one', `One for ${price}?`);
      const second = await ask.confirm('two', 'Two?');
      return text(`${price} ${once} ${first.confirmed} ${second.confirmed}`);
    });
  };
}

describe('what an await-style run recorded reaches the guard', () => {
  it('through a wrapper that copies the result', async () => {
    const made: string[] = [];
    const host = new Host(wrapped(spread, counting(made)));
    const one = await host.tool('t', {});
    expect(one.result?.['_meta']).toMatchObject({ traced: true });
    const two = await host.tool('t', {}, { state: one.state, answers: { one: yes({ one: true }) } });
    const done = await host.tool('t', {}, { state: two.state, answers: { two: yes({ two: true }) } });
    expect(done.text).toBe('1 2 true true');
    expect(made).toEqual(['memo', 'once']);
  });

  it('through the SDK, which copies the result of a resource that has a cache hint', async () => {
    let made = 0;
    const host = new Host((_server, rounds) => {
      rounds.resource('r', 'r://r', { cacheHint: { ttlMs: 5 } }, async (uri, _variables, ask) => {
        const memo = await ask.memo('m', () => (made += 1));
        const { confirmed } = await ask.confirm('ok', 'Go?');
        return { contents: [{ uri: uri.href, text: `${memo} ${confirmed}` }] };
      });
    });
    const { state } = await host.resource('r://r');
    expect((await host.resource('r://r', { state, answers: { ok: yes() } })).text).toBe('1 true');
    expect(made).toBe(1);
  });

  it('a fault is a fault through the same copies', async () => {
    const host = new Host((_server, rounds) => {
      rounds.resource('r', 'r://r', { cacheHint: { ttlMs: 5 } }, async (_uri, _variables, ask) => {
        await ask.confirm('ok', 'Go?').catch(() => undefined);
        return { contents: [] };
      });
    });
    const reply = await host.resource('r://r');
    expect(reply.error).toMatchObject({ code: -32_603, data: { reason: 'ask_swallowed' } });
    expect(reply.state).toBeUndefined();
  });

  it('a wrapper that rebuilds the result is told so: without the journal, effects would happen twice', async () => {
    const made: string[] = [];
    const host = new Host(wrapped(rebuilt, counting(made)));
    const reply = await host.tool('t', {});
    expect(reply.error).toMatchObject({ code: -32_603, data: { reason: 'ask_swallowed' } });
    expect(host.events.at(-1)).toMatchObject({ type: 'fault', code: 'ask_swallowed' });
    expect(JSON.stringify(reply)).not.toContain('unsealed');
  });

  it('leaves nothing of itself on the wire or on the result', async () => {
    const host = new Host((_server, rounds) => {
      counting([])(rounds);
    });
    const { result } = await host.tool('t', {});
    expect(Object.keys(result ?? {}).sort()).toEqual(['_meta', 'inputRequests', 'requestState', 'resultType']);
  });
});
