import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fail, text, type Asks } from '../../src/index.js';
import { accept, refuseUnhandledRejections, sleep, tick, tool, type Handler, type Reply } from './server.js';

refuseUnhandledRejections();

const Name = z.object({ name: z.string() });

const asked = async (handler: Handler): Promise<Reply> => tool(handler).call.first();

/** Swallows what an ask throws, but for the rounds that have to go out. */
const again = (ask: Asks) => (error: unknown) => {
  if (ask.round < 3) throw error;
};

const yes = { sure: accept({ sure: true }) };
const sure = (ask: Asks) => ask.confirm('sure', 'Are you sure?');

describe('A5 nothing happens after the end', () => {
  it('A5 an ask, a memo and a once after suspension are refused and do nothing', async () => {
    const log: string[] = [];
    const { call } = tool(async (ask) => {
      try {
        await sure(ask);
      } catch {
        await ask.confirm('other', 'Other?').catch(() => log.push('ask refused'));
        await ask.memo('memo', () => log.push('memo')).catch(() => log.push('memo refused'));
        await ask.once('once', () => log.push('once')).catch(() => log.push('once refused'));
        ask.onCommit(() => log.push('commit'));
        throw new Error('x');
      }
      return text('done');
    });
    expect((await call.first()).keys).toEqual(['sure']);
    expect(log).toEqual(['ask refused', 'memo refused', 'once refused']);
  });

  it('A5 a wrong ask in a suspended run does not change how the run ends', async () => {
    const reply = await asked(async (ask) => {
      const answer = await sure(ask).catch(() => undefined);
      const message = answer === undefined ? '' : 'Really?';
      return text(String((await ask.confirm('really', message)).confirmed));
    });
    expect(reply.error).toBeUndefined();
    expect(reply.keys).toEqual(['sure']);
  });

  it('A5 many refusals in one tick are one refusal, not a handler that never ends', async () => {
    const reply = await asked(async (ask) => {
      const work = sleep(5).then(() =>
        Promise.allSettled(Array.from({ length: 500 }, (_, row) => ask.memo(`row ${row}`, () => row))),
      );
      const [answer] = await Promise.allSettled([sure(ask), work]);
      if (answer.status === 'rejected') throw answer.reason;
      return text('done');
    });
    expect(reply.keys).toEqual(['sure']);
  });

  it('A5 a handler that is given up does not go on in the background', async () => {
    let turns = 0;
    const { call } = tool(async (ask) => {
      for (;;) {
        turns += 1;
        await sure(ask).catch(() => undefined);
      }
    });
    expect((await call.first()).error?.data).toEqual({ reason: 'ask_swallowed' });
    const atTheEnd = turns;
    await sleep(20);
    expect(turns).toBe(atTheEnd);
  });

  it('A5 a loop around an ask that is wrong ends too', async () => {
    const reply = await asked(async (ask) => {
      for (;;) await ask.confirm('blank', ' ').catch(() => undefined);
    });
    expect(reply.error?.data).toEqual({ reason: 'ask_invalid' });
  });

  it('A5 a loop around an ask that has ended the call gives its result', async () => {
    const { call } = tool(async (ask) => {
      const { confirmed } = await sure(ask);
      for (;;) await ask.confirm('more', `More than ${confirmed}?`, { decline: text('as you like') }).catch(again(ask));
    });
    const more = await call.answer(await call.first(), yes);
    expect((await call.answer(more, { more: { action: 'decline' } })).text).toBe('as you like');
  });

  it('A5 nothing starts once the call has its result, in a promise left behind either', async () => {
    const log: string[] = [];
    const kept: Asks[] = [];
    const { call } = tool((ask) => {
      kept.push(ask);
      return text('done');
    });
    expect((await call.first()).text).toBe('done');
    const ask = kept[0] as Asks;
    void ask.once('late', () => log.push('once')).finally(() => log.push('once settled'));
    void ask.memo('late', () => log.push('memo')).finally(() => log.push('memo settled'));
    void sure(ask).finally(() => log.push('ask settled'));
    await sleep(20);
    expect(log).toEqual([]);
  });

  it('A1 an ask of another run is not a suspension of this one', async () => {
    let stale: Promise<unknown> | undefined;
    const { call } = tool(async (ask) => {
      stale ??= sure(ask);
      await stale;
      return text('done');
    });
    const first = await call.first();
    expect(first.keys).toEqual(['sure']);
    const reply = await call.answer(first, yes);
    expect(reply.error?.data).toEqual({ reason: 'ask_swallowed' });
    expect(reply.error?.message).toContain('another run');
  });

  it('A1 a handler that is given `ask` asks with it, and does not return input_required itself', async () => {
    const log: string[] = [];
    const reply = await asked((ask) => {
      ask.onCommit(() => log.push('commit'));
      return { resultType: 'input_required', inputRequests: {} } as never;
    });
    expect(reply.error).toMatchObject({ code: -32603, data: { reason: 'ask_invalid' } });
    expect(log).toEqual([]);
  });
});

describe('A4 no ask promise is ever an unhandled rejection', () => {
  it('A4 asks, memos and onces that nobody awaits, in a run that fails', async () => {
    const reply = await asked(async (ask) => {
      void sure(ask);
      void ask.form('', { message: 'x', schema: Name });
      void ask.choose('choice', { message: 'x', options: [] });
      void ask.url('url', { message: '', url: 'https://example.com' });
      void ask.sample('sample', { messages: [], maxTokens: 1 });
      void ask.roots('roots');
      void ask.memo('', () => 1);
      void ask.memo('memo', () => Promise.reject(new Error('x')));
      void ask.once('once', () => Promise.reject(new Error('x')));
      await tick();
      void sure(ask);
      void ask.memo('later', () => 1);
      void ask.once('later', () => 1);
      await tick();
      return text('x');
    });
    expect(reply.error?.data).toEqual({ reason: 'ask_invalid' });
    await sleep(10);
  });

  it('A4 the endings too', async () => {
    const { call } = tool(async (ask) => {
      const endings = { decline: fail('declined') };
      void ask.confirm('sure', 'Sure?', endings);
      void ask.confirm('sure', 'Sure?', endings);
      await tick();
      void ask.confirm('more', 'More?');
      return ask.round === 1 ? fail((await sure(ask)).action) : text('x');
    });
    const first = await call.first();
    expect(first.keys).toEqual(['sure']);
    expect((await call.answer(first, { sure: { action: 'decline' } })).text).toBe('declined');
  });
});
