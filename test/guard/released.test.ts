import { inputRequired, ProtocolError, type ServerContext } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { text } from '../../src/index.js';
import { refuseUnhandledRejections } from '../ask/server.js';
import { confirm } from './booking.js';
import { hookedStore } from './hooked-store.js';
import { Host, no, REFUSED, yes, type HostOptions, type Register, type Reply } from './server.js';

refuseUnhandledRejections();

const answers = { confirm: yes() };

/** Asks, then throws in its first run and says how often it ran in the others. */
function failingOnce() {
  let runs = 0;
  return () => {
    runs += 1;
    if (runs === 1) throw new Error('the database is down');
    return `run ${runs}`;
  };
}

type Send = (host: Host, more: object) => Promise<Reply>;
const tool: Send = (host, more) => host.tool('t', {}, more);
const prompt: Send = (host, more) => host.prompt('p', {}, more);
const resource: Send = (host, more) => host.resource('test://r', more);

const question = () => inputRequired({ inputRequests: { confirm: confirm('Go?') } });
const Ok = z.object({ ok: z.boolean() });
const policy: HostOptions = {
  attach: { prompts: { p: { singleUse: true } }, resources: { 'test://r': { singleUse: true } } },
};

const KINDS: [string, Send, (work: () => string) => Register][] = [
  [
    'a plain tool',
    tool,
    (work) => (server) => {
      server.registerTool('t', {}, (ctx) => (ctx.mcpReq.inputResponses === undefined ? question() : text(work())));
    },
  ],
  [
    'a plain tool that rejects later',
    tool,
    (work) => (server) => {
      server.registerTool('t', {}, async (ctx) => {
        if (ctx.mcpReq.inputResponses === undefined) return question();
        await Promise.resolve();
        return text(work());
      });
    },
  ],
  [
    'a plain tool whose handler was changed',
    tool,
    (work) => (server) => {
      const registered = server.registerTool('t', {}, () => text('the old one'));
      registered.update({
        callback: ((ctx: ServerContext) =>
          ctx.mcpReq.inputResponses === undefined ? question() : text(work())) as never,
      });
    },
  ],
  [
    'an await-style tool',
    tool,
    (work) => (_server, rounds) => {
      rounds.tool('t', {}, async (_args, ask) => {
        await ask.form('confirm', { message: 'Go?', schema: Ok });
        return text(work());
      });
    },
  ],
  [
    'a commit hook',
    tool,
    (work) => (_server, rounds) => {
      rounds.tool('t', {}, async (_args, ask) => {
        let done = '';
        ask.onCommit(() => {
          done = work();
        });
        await ask.form('confirm', { message: 'Go?', schema: Ok });
        const result = text('');
        ask.onCommit(() => Object.assign(result, text(done)));
        return result;
      });
    },
  ],
  [
    'a plain prompt',
    prompt,
    (work) => (server) => {
      server.registerPrompt('p', {}, ((ctx: { mcpReq: { inputResponses?: unknown } }) =>
        ctx.mcpReq.inputResponses === undefined
          ? question()
          : { messages: [{ role: 'user', content: { type: 'text', text: work() } }] }) as never);
    },
  ],
  [
    'an await-style prompt',
    prompt,
    (work) => (_server, rounds) => {
      rounds.prompt('p', {}, async (_args, ask) => {
        await ask.form('confirm', { message: 'Go?', schema: Ok });
        return { messages: [{ role: 'user', content: { type: 'text', text: work() } }] };
      });
    },
  ],
  [
    'a resource',
    resource,
    (work) => (_server, rounds) => {
      rounds.resource('r', 'test://r', {}, async (uri, _variables, ask) => {
        await ask.form('confirm', { message: 'Go?', schema: Ok });
        return { contents: [{ uri: uri.href, text: work() }] };
      });
    },
  ],
];

describe('a handler that throws', () => {
  it.each(KINDS)('%s: the round can be tried again, and is settled by the result', async (_name, send, register) => {
    for (const store of [undefined, hookedStore()]) {
      const host = new Host(register(failingOnce()), { ...policy, store });
      const { state } = await send(host, {});
      const failed = await send(host, { state, answers });
      expect(failed.error?.message ?? failed.text).toContain('the database is down');
      const replies = [await send(host, { state, answers }), await send(host, { state, answers })];
      expect(replies.map((reply) => reply.text)).toEqual(['run 2', 'run 2']);
      const types = host.events.map(({ type }) => type).filter((type) => type !== 'asked' && type !== 'answered');
      expect(types.filter((type) => type !== 'taken_over')).toEqual(['released', 'settled', 'repeated']);
    }
  });

  it.each(KINDS)(
    '%s: with the same answers only: a no after the work of a yes is no way out',
    async (_name, send, register) => {
      for (const store of [undefined, hookedStore()]) {
        const host = new Host(register(failingOnce()), { ...policy, store });
        const { state } = await send(host, {});
        await send(host, { state, answers });
        expect((await send(host, { state, answers: { confirm: no } })).error).toEqual(REFUSED);
        expect((await send(host, { state, answers })).text).toBe('run 2');
      }
    },
  );

  it('with many waiting: all get the one failure, and the round can be tried again', async () => {
    const [, send, register] = KINDS[1] as (typeof KINDS)[number];
    const host = new Host(register(failingOnce()));
    const { state } = await send(host, {});
    const replies = await Promise.all(Array.from({ length: 5 }, () => send(host, { state, answers })));
    expect(replies.map((reply) => reply.text)).toEqual(Array.from({ length: 5 }, () => 'the database is down'));
    expect((await send(host, { state, answers })).text).toBe('run 2');
  });

  it('a step that was done before it threw is replayed, and its memo with it', async () => {
    const charged: string[] = [];
    let fails = true;
    const host = new Host((_server, rounds) => {
      rounds.tool('t', {}, async (_args, ask) => {
        await ask.form('confirm', { message: 'Go?', schema: Ok });
        const price = await ask.memo('price', () => `price ${Math.random()}`);
        await ask.once('charge', () => charged.push(price));
        if (fails) throw new Error('the mail server is down');
        return text(price);
      });
    });
    const { state } = await tool(host, {});
    expect((await tool(host, { state, answers })).text).toBe('the mail server is down');
    fails = false;
    expect([(await tool(host, { state, answers })).text]).toEqual(charged);
  });
});

describe('what no handler threw', () => {
  it('a fault of the server’s own code releases: it can be tried again once it is mended', async () => {
    let mended = false;
    const host = new Host((server) => {
      server.registerTool('t', {}, (ctx) => {
        if (ctx.mcpReq.inputResponses === undefined) return question();
        return mended ? text('mended') : inputRequired({ inputRequests: { '': confirm('No key?') } });
      });
    });
    const { state } = await tool(host, {});
    expect((await tool(host, { state, answers })).error?.data).toEqual({ reason: 'ask_invalid' });
    mended = true;
    expect((await tool(host, { state, answers })).text).toBe('mended');
  });

  it('a result that JSON cannot carry can reach nobody: released, and no lease is kept', async () => {
    for (const store of [undefined, hookedStore()]) {
      let bad: unknown = 1n;
      const host = new Host(
        (server) => {
          server.registerTool('t', {}, (ctx) => {
            if (ctx.mcpReq.inputResponses === undefined) return question();
            return { content: [], structuredContent: { seats: bad } };
          });
        },
        { store, leaseMs: 60 },
      );
      const { state } = await tool(host, {});
      // The SDK answers such a result with silence, so the client hangs up.
      const signal = AbortSignal.timeout(50);
      await tool(host, { state, answers, signal }).catch(() => undefined);
      bad = 2;
      const reply = await tool(host, { state, answers });
      expect(reply.result?.['structuredContent']).toEqual({ seats: 2 });
      expect(host.events.map(({ type }) => type)).toContain('released');
    }
  });

  it('an error of the protocol that a tool throws is thrown', async () => {
    let runs = 0;
    const host = new Host((server) => {
      server.registerTool('t', {}, (ctx) => {
        if (ctx.mcpReq.inputResponses === undefined) return question();
        runs += 1;
        throw new ProtocolError(-32_042, 'go there first', { elicitations: [] });
      });
    });
    const { state } = await tool(host, {});
    for (let time = 0; time < 2; time += 1) await tool(host, { state, answers });
    expect(runs).toBe(2);
  });
});
