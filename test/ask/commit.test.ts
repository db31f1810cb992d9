import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fail, text, type Asks } from '../../src/index.js';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { accept, decline, refuseUnhandledRejections, sleep, tool } from './server.js';

refuseUnhandledRejections();

const yes = (key: string) => accept({ [key]: true });

/** A handler that registers a hook, asks, and ends as told; and the log of its hooks. */
function committing(end: (ask: Asks) => CallToolResult | Promise<CallToolResult>, outputSchema?: z.ZodObject) {
  const log: string[] = [];
  const driver = tool(
    async (ask) => {
      ask.onCommit(async () => {
        await sleep(1);
        log.push(`first ${ask.round}`);
      });
      ask.onCommit(() => log.push(`second ${ask.round}`));
      await ask.confirm('a', 'A?', { decline: outputSchema === undefined ? text('as you like') : fail('as you like') });
      return end(ask);
    },
    { config: { outputSchema } },
  );
  return { ...driver, log };
}

describe('A14 commit hooks', () => {
  it('A14 run once, in order, before the result goes out, and in no earlier round', async () => {
    const { call, log } = committing(() => text('done'));
    const first = await call.first();
    expect(log).toEqual([]);
    expect((await call.answer(first, { a: yes('a') })).text).toBe('done');
    expect(log).toEqual(['first 2', 'second 2']);
  });

  it('A14 do not run again when the last round is repeated, at once or later', async () => {
    const { call, log } = committing(() => text('done'));
    const first = await call.first();
    const replies = await Promise.all(Array.from({ length: 5 }, () => call.answer(first, { a: yes('a') })));
    replies.push(await call.answer(first, { a: yes('a') }));
    expect(replies.map((reply) => reply.text)).toEqual(Array.from({ length: 6 }, () => 'done'));
    expect(log).toEqual(['first 2', 'second 2']);
  });

  it('A14 that throw end the call with an error, and all of them run when it is tried again', async () => {
    let fails = true;
    const log: string[] = [];
    const { call } = tool(async (ask) => {
      ask.onCommit(() => log.push('first'));
      ask.onCommit(() => {
        if (fails) throw new Error('the mail server is down');
        log.push('second');
      });
      await ask.confirm('a', 'A?');
      return text('done');
    });
    const first = await call.first();
    expect((await call.answer(first, { a: yes('a') })).text).toBe('the mail server is down');
    fails = false;
    expect((await call.answer(first, { a: yes('a') })).text).toBe('done');
    expect(log).toEqual(['first', 'first', 'second']);
  });

  it('A14 do not run for an error result, an exception, or an ask that ends the call', async () => {
    const failing = committing(() => fail('no'));
    expect((await failing.call.play(yes)).text).toBe('no');
    const throwing = committing(() => {
      throw new Error('thrown');
    });
    expect((await throwing.call.play(yes)).text).toBe('thrown');
    const declined = committing(() => text('done'));
    expect((await declined.call.play(() => decline)).text).toBe('as you like');
    const swallowing = committing((ask) => {
      void ask.confirm('b', 'B?');
      return text('done');
    });
    expect((await swallowing.call.play(yes)).error?.data).toEqual({ reason: 'ask_swallowed' });
    expect([failing, throwing, declined, swallowing].flatMap(({ log }) => log)).toEqual([]);
  });

  it('A14 do not run for a result that the output schema refuses', async () => {
    const schema = z.object({ seats: z.int() });
    const bad = committing(() => ({ content: [], structuredContent: { seats: 'x' } }), schema);
    const reply = await bad.call.play(yes);
    expect(reply.isError).toBe(true);
    expect(reply.text).toContain('Output validation error');
    const missing = committing(() => text('done'), schema);
    expect((await missing.call.play(yes)).isError).toBe(true);
    expect([...bad.log, ...missing.log]).toEqual([]);
    const good = committing(() => ({ content: [], structuredContent: { seats: 2 } }), schema);
    expect((await good.call.play(yes)).result['structuredContent']).toEqual({ seats: 2 });
    expect(good.log).toHaveLength(2);
  });

  it('A14 a hook that fails makes the call fail, and the hooks after it do not run', async () => {
    const { call, log } = committing((ask) => {
      ask.onCommit(() => {
        throw new Error('mail is down');
      });
      ask.onCommit(() => log.push('third'));
      return text('done');
    });
    expect(await call.play(yes)).toMatchObject({ isError: true, text: 'mail is down' });
    expect(log).toEqual(['first 2', 'second 2']);
  });

  it('A14 a hook may do a step, which is waited for, and register another hook', async () => {
    const log: string[] = [];
    const { call } = tool((ask) => {
      ask.onCommit(() => {
        void ask.once('mail', async () => {
          await sleep(5);
          log.push('mail');
        });
        ask.onCommit(() => log.push('hook of a hook'));
      });
      return text('done');
    });
    expect((await call.first()).text).toBe('done');
    expect(log).toEqual(['hook of a hook', 'mail']);
  });

  it.each([true, false])('A14 a hook cannot ask (awaited: %s)', async (awaited) => {
    const log: string[] = [];
    const { call } = tool((ask) => {
      ask.onCommit(async () => {
        log.push('hook');
        const asking = ask.confirm('late', 'Late?');
        if (awaited) await asking;
      });
      return text('done');
    });
    const reply = await call.first();
    expect(reply.error).toMatchObject({ code: -32603, data: { reason: 'ask_swallowed' } });
    expect(reply.error?.message).toContain('A commit hook asked "late"');
    expect(log).toEqual(['hook']);
  });
});
