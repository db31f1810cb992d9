import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { text, type Asks } from '../../src/index.js';
import { accept, decline, MANY_ANSWERS, refuseUnhandledRejections, sleep, tick, tool } from './server.js';

refuseUnhandledRejections();

const word = (key: string) => accept({ [key]: 'x' });
const pick = (ask: Asks, key: string) => ask.choose(key, { message: `${key}?`, options: ['x', 'y'] });

/** A form whose answer takes a while to check, the first time and every time. */
const checked = (ms: number) =>
  z.object({
    v: z.string().refine(async (v) => {
      await sleep(ms);
      return v !== 'bad';
    }),
  });

describe('A3 one tick, one round', () => {
  it('A3 asks of Promise.all, and of calls that are started and awaited later, share a round', async () => {
    const all = tool(async (ask) => {
      const given = await Promise.all(['a', 'b', 'c'].map((key) => pick(ask, key)));
      return text(given.map(({ action }) => action).join(' '));
    });
    const first = await all.call.first();
    expect(first.keys).toEqual(['a', 'b', 'c']);
    const reply = await all.call.answer(first, { a: word('a'), b: decline, c: { action: 'cancel' } });
    expect(reply.text).toBe('accept decline cancel');

    const parked = tool(async (ask) => {
      const a = pick(ask, 'a');
      const b = pick(ask, 'b');
      return text(`${(await a).action} ${(await b).action}`);
    });
    expect((await parked.call.first()).keys).toEqual(['a', 'b']);
  });

  it('A3 asks that start microtasks later share the round of that tick', async () => {
    const { call } = tool(async (ask) => {
      const late = async (key: string, turns: number) => {
        for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
        return pick(ask, key);
      };
      await Promise.all([late('a', 0), late('b', 3), late('c', 50)]);
      return text('done');
    });
    expect((await call.first()).keys).toEqual(['a', 'b', 'c']);
  });

  it('A3 an ask that starts in a later tick is asked in a later round', async () => {
    const { call } = tool(async (ask) => {
      const late = tick()
        .then(tick)
        .then(() => pick(ask, 'b'));
      const given = await Promise.all([pick(ask, 'a'), late]);
      return text(given.map(({ action }) => action).join(' '));
    });
    const first = await call.first();
    expect(first.keys).toEqual(['a']);
    const second = await call.answer(first, { a: word('a') });
    expect(second.keys).toEqual(['b']);
    expect((await call.answer(second, { b: word('b') })).text).toBe('accept accept');
  });

  it('A3 asks one after the other are one round each', async () => {
    const { call, events } = tool(async (ask) => {
      const a = await pick(ask, 'a');
      const b = await pick(ask, 'b');
      return text(a.action + b.action);
    });
    const reply = await call.play((key) => word(key));
    expect(reply.text).toBe('acceptaccept');
    expect(events.filter(({ type }) => type === 'asked')).toMatchObject([
      { round: 1, keys: ['a'] },
      { round: 2, keys: ['b'] },
    ]);
  });

  it('A3 a round waits for the asks that are still being looked up, and takes in what follows from them', async () => {
    const { call } = tool(async (ask) => {
      const chain = async () => {
        const slow = await ask.form('slow', { message: 'Slow?', schema: checked(20) });
        return slow.action === 'accept' ? pick(ask, 'after') : slow;
      };
      const given = await Promise.all([
        pick(ask, 'a'),
        chain(),
        ask.form('two', { message: '2?', schema: checked(5) }),
      ]);
      return text(given.map(({ action }) => action).join(' '));
    });
    const first = await call.first();
    expect(first.keys).toEqual(['a', 'slow', 'two']);
    const again = await call.answer(first, { slow: accept({ v: 'ok' }), two: accept({ v: 'bad' }) });
    expect(again.keys).toEqual(['a', 'two', 'after']);
    const last = await call.answer(again, { a: word('a'), two: accept({ v: 'ok' }), after: word('after') });
    expect(last.text).toBe('accept accept accept');
  });

  it('A3 waiting for a lookup does not turn the event loop', async () => {
    const { call } = tool(async (ask) => {
      await Promise.all([pick(ask, 'a'), ask.form('slow', { message: 'Slow?', schema: checked(50) })]);
      return text('done');
    });
    const first = await call.first();
    const turns = vi.spyOn(globalThis, 'setImmediate');
    const again = await call.answer(first, { slow: accept({ v: 'bad' }) });
    const { length } = turns.mock.calls;
    turns.mockRestore();
    expect(again.keys).toEqual(['a', 'slow']);
    expect(length).toBeLessThan(10);
  });

  it('A3 an ask that ends the call while another is looked up gives its result', async () => {
    const { call } = tool(async (ask) => {
      await Promise.all([
        ask.form('slow', { message: 'Slow?', schema: checked(10) }),
        ask.confirm('sure', 'Sure?', { decline: text('as you like') }),
        pick(ask, 'a'),
      ]);
      return text('done');
    });
    const first = await call.first();
    const reply = await call.answer(first, { slow: accept({ v: 'ok' }), sure: decline });
    expect(reply.text).toBe('as you like');
  });

  it('A3 at most 32 asks go out in a round', async () => {
    const ask33 = tool(async (ask) => {
      await Promise.all(Array.from({ length: 33 }, (_, n) => ask.confirm(`k${n}`, 'Sure?')));
      return text('done');
    });
    expect((await ask33.call.first()).error?.data).toEqual({ reason: 'ask_invalid' });
  });

  it('F19 a bad answer to one ask of a round keeps the answer to the other, and asks the one alone', async () => {
    const { call, events } = tool(async (ask) => {
      const [a, b] = await Promise.all([
        pick(ask, 'a'),
        ask.form('b', { message: 'B?', schema: z.object({ n: z.int() }) }),
      ]);
      return text(`${a.action} ${b.action}`);
    }, MANY_ANSWERS);
    let reply = await call.first();
    expect(reply.keys).toEqual(['a', 'b']);
    reply = await call.answer(reply, { a: word('a'), b: accept({ n: 'x' }) });
    expect(reply.keys).toEqual(['b']);
    reply = await call.answer(reply, { b: accept({ n: 'y' }) });
    expect(reply.keys).toEqual(['b']);
    const kept = await call.answer(reply, { b: decline });
    expect(kept.text).toBe('accept decline');
    reply = await call.answer(reply, { b: accept({ n: 'z' }) });
    expect(reply).toMatchObject({ isError: true });
    expect(reply.text).toContain('"b" got no valid answer in 3 attempts');
    expect(events.filter(({ type }) => type === 'answered')).toMatchObject([{ key: 'a', round: 2 }]);
  });
});
