import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fail, memoryStore, text, type Asks } from '../../src/index.js';
import { accept, refuseUnhandledRejections, serve, tool } from './server.js';

refuseUnhandledRejections();

const Why = z.object({ why: z.string() });
const long = (letters = 40_000) => accept({ why: 'x'.repeat(letters) });
const short = accept({ why: 'plans changed' });
const why = (ask: Asks, key = 'why') =>
  ask.form(key, { message: 'Why?', schema: Why, decline: fail('no'), cancel: fail('no') });

describe('F57: a valid answer for which the state has no room', () => {
  it('F57: is asked for again with the reason, and a shorter one counts', async () => {
    const { call, events } = tool(async (ask) => {
      const given = await why(ask);
      await ask.confirm('sure', 'Cancel?');
      return text(given.why);
    });
    const first = await call.first();
    const again = await call.answer(first, { why: long() });
    expect(again.keys).toEqual(['why']);
    expect(again.asks['why']?.params.message).toMatch(/^Why\?\n\n⚠ why: must be shorter/u);
    expect(events.at(-1)).toMatchObject({ type: 'asked', keys: ['why'] });
    const sure = await call.answer(again, { why: short });
    expect(sure.keys).toEqual(['sure']);
    expect((await call.answer(sure, { sure: accept({ sure: true }) })).text).toBe('plans changed');
  });

  it('F57: in the same round: an answer to the old state counts as one to the new, and one of them alone', async () => {
    const { call } = tool(async (ask) => {
      await why(ask);
      await ask.confirm('sure', 'Cancel?');
      return text('done');
    });
    for (const isOldFirst of [true, false]) {
      const first = await call.first();
      const again = await call.answer(first, { why: long() });
      expect((await call.answer(first, { why: long() })).asks).toEqual(again.asks);
      const [one, other] = isOldFirst ? [first, again] : [again, first];
      expect((await call.answer(one, { why: short })).keys).toEqual(['sure']);
      expect((await call.answer(other, { why: accept({ why: 'another' }) })).error?.data).toEqual({
        reason: 'invalid_request_state',
      });
    }
  });

  it('F57: ends after `attempts`, with the result for that', async () => {
    const { call } = tool(async (ask) => {
      await ask.form('why', { message: 'Why?', schema: Why, attempts: 2, exhausted: text('too long') });
      await ask.confirm('sure', 'Cancel?');
      return text('done');
    });
    const again = await call.answer(await call.first(), { why: long() });
    expect((await call.answer(again, { why: long() })).text).toBe('too long');
  });

  it('F57: of two in a round, the answer that fits is kept', async () => {
    const { call } = tool(async (ask) => {
      const [one, two] = await Promise.all([why(ask, 'one'), why(ask, 'two')]);
      await ask.confirm('sure', 'Cancel?');
      return text(`${one.why.length} ${two.why.length}`);
    });
    const again = await call.answer(await call.first(), { one: long(), two: short });
    expect(again.keys).toEqual(['one']);
    const sure = await call.answer(again, { one: short });
    expect(sure.keys).toEqual(['sure']);
    expect((await call.answer(sure, { sure: accept({ sure: true }) })).text).toBe('13 13');
  });

  it('F57: of two that are too long together, as many are asked for again as must be', async () => {
    const { call } = tool(async (ask) => {
      await Promise.all([why(ask, 'one'), why(ask, 'two'), why(ask, 'three')]);
      await ask.confirm('sure', 'Cancel?');
      return text('done');
    });
    const first = await call.first();
    const again = await call.answer(first, { one: long(30_000), two: long(29_000), three: long(10_000) });
    expect(again.keys).toEqual(['one', 'two']);
  });

  it('F57: where earlier answers fill the state, the one that came last is asked for again', async () => {
    const { call } = tool(async (ask) => {
      for (const key of ['one', 'two', 'three']) await why(ask, key);
      await ask.confirm('sure', 'Cancel?');
      return text('done');
    });
    const two = await call.answer(await call.first(), { one: long(10_000) });
    const three = await call.answer(two, { two: long(10_000) });
    const again = await call.answer(three, { three: long(10_000) });
    expect(again.keys).toEqual(['three']);
    expect((await call.answer(again, { three: short })).keys).toEqual(['sure']);
  });

  it('F57: a memo that was made of it is made anew of the shorter one; a step is not done again', async () => {
    let sent = 0;
    const { call } = tool(async (ask) => {
      const given = await why(ask);
      const draft = await ask.memo('draft', () => `because ${given.why}`);
      await ask.once('send', () => (sent += 1));
      await ask.confirm('sure', 'Cancel?');
      return text(draft);
    });
    const again = await call.answer(await call.first(), { why: long(20_000) });
    expect(again.keys).toEqual(['why']);
    const sure = await call.answer(again, { why: short });
    expect((await call.answer(sure, { sure: accept({ sure: true }) })).text).toBe('because plans changed');
    expect(sent).toBe(1);
  });

  it('F57: a last answer may be as long as a form takes', async () => {
    const { call } = tool(async (ask) => text(String((await why(ask)).why.length)));
    expect((await call.answer(await call.first(), { why: long() })).text).toBe('40000');
  });

  it('F57: with encrypted states and a store of its own, and in a prompt and a resource', async () => {
    const served = serve(
      (rounds) => {
        const ask2 = async (ask: Asks<never>) => {
          await ask.form('why', { message: 'Why?', schema: Why, attempts: 2 });
          await ask.confirm('sure', 'Sure?');
        };
        rounds.prompt('p', {}, async (_args, ask) => {
          await ask2(ask);
          return { messages: [] };
        });
        rounds.resource('r', 'test://r', {}, async (_uri, _variables, ask) => {
          await ask2(ask);
          return { contents: [] };
        });
      },
      { encrypt: true, store: memoryStore() },
    );
    for (const call of [served.prompt('p'), served.resource('test://r')]) {
      const again = await call.answer(await call.first(), { why: long() });
      expect(again.keys).toEqual(['why']);
      expect((await call.answer(again, { why: short })).keys).toEqual(['sure']);
      expect((await call.answer(again, { why: long() })).error?.data).toEqual({ reason: 'exhausted' });
    }
  });

  it('F57: what the server itself has put there is an error of the server', async () => {
    const { call } = tool(async (ask) => {
      await ask.memo('book', () => 'x'.repeat(40_000));
      await ask.confirm('sure', 'Cancel?');
      return text('done');
    });
    expect((await call.first()).error).toMatchObject({ code: -32603, data: { reason: 'state_too_large' } });
  });
});
