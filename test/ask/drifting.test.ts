import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { text, type Asks } from '../../src/index.js';
import {
  accept,
  decline,
  MANY_ANSWERS,
  refuseUnhandledRejections,
  serve,
  tool,
  type Driver,
  type Reply,
} from './server.js';

refuseUnhandledRejections();

/** Another value each time: a clock, a random number, a read. */
function changing(): () => number {
  let value = 0;
  return () => (value += 1);
}

async function answerAll(call: Driver, give: (key: string) => unknown): Promise<{ asked: number; reply: Reply }> {
  let asked = 0;
  const reply = await call.play((key) => {
    asked += 1;
    return give(key);
  });
  return { asked, reply };
}

const yes = (key: string): unknown => accept({ [key]: true });

describe('F59: a question that is another one in each run', () => {
  const next = changing();
  const drifting: Record<string, (ask: Asks) => Promise<unknown>> = {
    'in its message': (ask) => ask.confirm('sure', `It is ${next()}. Sure?`),
    'in its schema': (ask) => ask.confirm('sure', 'Sure?', { title: `Yes, at ${next()}` }),
    'in its options': (ask) => ask.choose('sure', { message: 'Which?', options: ['a', `b${next()}`] }),
    'in a default': (ask) =>
      ask.form('sure', { message: 'When?', schema: z.object({ at: z.int().default(() => next()) }) }),
    'in its address': (ask) => ask.url('sure', { message: 'Sign', url: `https://example.com/${next()}` }),
  };

  it.each(Object.entries(drifting))('F59: %s: ends after three answers, and says which and why', async (_name, ask) => {
    const { call } = tool(async (asks) => {
      await ask(asks);
      return text('done');
    });
    const { asked, reply } = await answerAll(call, () => accept({ sure: true }));
    expect(asked).toBe(3);
    expect(reply.error).toMatchObject({ code: -32603, data: { reason: 'question_drifted' } });
    expect(reply.error?.message).toMatch(/"sure".*ask\.memo/u);
  });

  it('F59: in its key', async () => {
    const { call } = tool(async (ask) => {
      await ask.confirm(`sure-${next()}`, 'Sure?');
      return text('done');
    });
    const { asked, reply } = await answerAll(call, yes);
    expect(asked).toBe(3);
    expect(reply.error?.data).toEqual({ reason: 'question_drifted' });
    expect(reply.error?.message).toMatch(/"sure-\d+" is asked under another key/u);
  });

  it('F59: for a no as for a yes', async () => {
    const { call } = tool(async (ask) => {
      await ask.confirm('sure', `It is ${next()}. Sure?`);
      return text('done');
    });
    const { asked, reply } = await answerAll(call, () => decline);
    expect(asked).toBe(3);
    expect(reply.error?.data).toEqual({ reason: 'question_drifted' });
  });

  it('F59: `attempts` says how often, and twice is the least', async () => {
    for (const [attempts, times] of [
      [1, 2],
      [2, 2],
      [5, 5],
    ] as const) {
      const { call } = tool(async (ask) => {
        await ask.confirm('sure', `It is ${next()}. Sure?`, { attempts });
        return text('done');
      });
      expect((await answerAll(call, yes)).asked).toBe(times);
    }
  });

  it('F59: beside a question that stays, in a prompt and in a resource', async () => {
    const served = serve((rounds) => {
      const both = (ask: Asks<never>) =>
        Promise.all([ask.confirm('stays', 'Sure?'), ask.confirm('drifts', `It is ${next()}. Sure?`)]);
      rounds.prompt('p', {}, async (_args, ask) => {
        await both(ask);
        return { messages: [] };
      });
      rounds.resource('r', 'test://r', {}, async (_uri, _variables, ask) => {
        await both(ask);
        return { contents: [] };
      });
    });
    for (const call of [served.prompt('p'), served.resource('test://r')]) {
      const { asked, reply } = await answerAll(call, yes);
      expect(asked).toBe(4);
      expect(reply.error?.message).toContain('"drifts"');
    }
  });

  it('F59: an answer that settles and is lost a round later counts as well', async () => {
    let runs = 0;
    const { call } = tool(async (ask) => {
      runs += 1;
      await ask.confirm('first', `It is ${Math.floor(runs / 2)}. Sure?`);
      await ask.confirm('second', 'And?');
      return text('done');
    });
    const { reply } = await answerAll(call, yes);
    expect(reply.error?.data).toEqual({ reason: 'question_drifted' });
    expect(runs).toBe(6);
  });

  it('F59: a price that moves once or twice is asked again, and its answer counts', async () => {
    let price = 10;
    const { call } = tool(async (ask) => {
      await ask.confirm('pay', `Pay ${price}?`);
      return text(`paid ${price}`);
    });
    let reply = await call.first();
    for (const moved of [11, 12]) {
      price = moved;
      reply = await call.answer(reply, { pay: yes('pay') });
      expect(reply.asks['pay']?.params.message).toBe(`Pay ${moved}?`);
    }
    expect((await call.answer(reply, { pay: yes('pay') })).text).toBe('paid 12');
  });

  it('F59: answers that nobody asked for are no drift', async () => {
    const { call } = tool(
      async (ask) => {
        for (const key of ['a', 'b', 'c', 'd', 'e']) await ask.confirm(key, `${key}?`);
        return text('done');
      },
      { unsolicited: 'accept', ...MANY_ANSWERS },
    );
    let reply = await call.first({ stray: yes('stray') });
    while (reply.state !== undefined) {
      const answers = Object.fromEntries(reply.keys.map((key) => [key, yes(key)]));
      reply = await call.answer(reply, { ...answers, stray: yes('stray') });
    }
    expect(reply.text).toBe('done');
  });
});
