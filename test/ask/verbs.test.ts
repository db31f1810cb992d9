import { ResourceTemplate } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fail, text, type Asks } from '../../src/index.js';
import { accept, ALL, decline, MANY_ANSWERS, refuseUnhandledRejections, serve, sleep, tool } from './server.js';

refuseUnhandledRejections();

const yes = (key: string) => accept({ [key]: true });
const say = (message: string) => ({
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text: message } }],
});

describe('tools', () => {
  it('a handler gets what its input schema puts out, the same in every round', async () => {
    const seen: unknown[] = [];
    const { call } = tool(
      async (ask, args) => {
        seen.push(args);
        await ask.confirm('a', 'A?');
        return text('done');
      },
      { config: { inputSchema: z.object({ id: z.string().toUpperCase(), n: z.int().default(1) }) }, args: { id: 'x' } },
    );
    expect((await call.play(yes)).text).toBe('done');
    expect(seen).toEqual([
      { id: 'X', n: 1 },
      { id: 'X', n: 1 },
    ]);
  });

  it('arguments that break the schema never reach the handler', async () => {
    const { call, served } = tool(() => text('done'), { config: { inputSchema: z.object({ id: z.string() }) } });
    expect((await call.first()).isError).toBe(true);
    expect(served.runs.count).toBe(0);
  });

  it('without an input schema the handler gets an empty object, whatever was sent', async () => {
    const { call } = tool(async (ask, args) => {
      const { action } = await ask.confirm('a', 'A?');
      return text(`${JSON.stringify(args)} ${action}`);
    });
    expect((await call.play(yes)).text).toBe('{} accept');
    expect((await call.with({ arguments: { id: 'x' } }).play(yes)).text).toBe('{} accept');
    expect((await call.with({ arguments: undefined }).play(yes)).text).toBe('{} accept');
  });

  it('with an output schema asks first, and its last result is checked', async () => {
    const { call } = tool(
      async (ask) => {
        const { confirmed } = await ask.confirm('a', 'A?');
        return confirmed ? { content: [], structuredContent: { seats: 2 } } : fail('no');
      },
      { ...MANY_ANSWERS, config: { outputSchema: z.object({ seats: z.int() }) } },
    );
    const first = await call.first();
    expect(first.keys).toEqual(['a']);
    expect((await call.answer(first, { a: yes('a') })).result['structuredContent']).toEqual({ seats: 2 });
    expect(await call.answer(first, { a: decline })).toMatchObject({ isError: true, text: 'no' });
  });

  it('the flow is the same in every round of a call and another in every other; the round is counted', async () => {
    const seen: [string, number][] = [];
    const { call } = tool(async (ask) => {
      seen.push([ask.flow, ask.round]);
      await ask.confirm('a', 'A?');
      await ask.confirm('b', 'B?');
      return text('done');
    });
    await call.play(yes);
    await call.play(yes);
    expect(seen.map(([, round]) => round)).toEqual([1, 2, 3, 1, 2, 3]);
    expect(new Set(seen.map(([flow]) => flow)).size).toBe(2);
    expect(seen[0]?.[0]).toBe(seen[2]?.[0]);
    expect(seen[0]?.[0]).toMatch(/^[\da-f]{32}$/);
  });

  it('a tool that never asks is a tool', async () => {
    const { call, events } = tool(() => text('done'));
    expect((await call.first()).text).toBe('done');
    expect(events).toEqual([]);
  });

  it('ask.signal aborts when the client cancels the request', async () => {
    const aborted: boolean[] = [];
    const controller = new AbortController();
    const { call } = tool(async (ask) => {
      const stopped = new Promise((resolve) => {
        ask.signal.addEventListener('abort', resolve, { once: true });
      });
      controller.abort();
      await Promise.race([stopped, sleep(2_000)]);
      aborted.push(ask.signal.aborted);
      return text('done');
    });
    await call.first(undefined, controller.signal).catch(() => undefined);
    expect(aborted).toEqual([true]);
  });

  it('the context is that of the request', async () => {
    const { call } = tool((ask) => text(`${ask.ctx.mcpReq.method} ${String(ask.ctx.mcpReq.requestState())}`));
    expect((await call.first()).text).toBe('tools/call undefined');
  });
});

describe('prompts', () => {
  const served = serve((rounds) => {
    rounds.prompt('letter', { argsSchema: z.object({ to: z.string() }) }, async ({ to }, ask) => {
      const tone = await ask.choose('tone', {
        message: `Tone for ${to}?`,
        options: ['warm', 'cold'],
        decline: say('no tone'),
        cancel: say('closed'),
      });
      const { confirmed } = await ask.confirm('sign', 'Sign it?');
      return say(`${to} ${tone} ${confirmed}`);
    });
    rounds.prompt('plain', {}, (args) => say(JSON.stringify(args)));
    rounds.prompt('broken', {}, async (_args, ask) => {
      await ask.confirm('a', 'A?').catch(() => undefined);
      return say('swallowed');
    });
  });
  const textOf = (result: Record<string, unknown>) =>
    (result['messages'] as { content: { text: string } }[])[0]?.content.text;

  it('ask, replay and end like tools', async () => {
    const call = served.prompt('letter', { to: 'Ana' });
    const first = await call.first();
    expect(first.asks['tone']?.params.message).toBe('Tone for Ana?');
    expect(textOf((await call.answer(first, { tone: decline })).result)).toBe('no tone');
    const second = await call.answer(first, { tone: accept({ tone: 'warm' }) });
    expect(second.keys).toEqual(['sign']);
    expect(textOf((await call.answer(second, { sign: yes('sign') })).result)).toBe('Ana warm true');
  });

  it('take no arguments, and a fault is an internal error', async () => {
    expect(textOf((await served.prompt('plain').first()).result)).toBe('{}');
    expect((await served.prompt('broken').first()).error).toMatchObject({
      code: -32603,
      data: { reason: 'ask_swallowed' },
    });
  });

  it('a client that cannot be asked gets -32021', async () => {
    expect((await served.prompt('letter', { to: 'Ana' }).as({}).first()).error?.code).toBe(-32021);
  });
});

describe('resources', () => {
  const contents = (uri: URL, shown: string) => ({ contents: [{ uri: uri.href, text: shown }] });
  const reads: string[] = [];
  const gate = async (uri: URL, ask: Asks<ReturnType<typeof contents>>, shown: string) => {
    await ask.form('who', {
      message: `Who reads ${shown}?`,
      schema: z.object({ name: z.string() }),
      decline: contents(uri, 'secret'),
      cancel: contents(uri, 'closed'),
    });
    await ask.once('log', () => reads.push(shown));
    await ask.confirm('sure', 'Sure?');
    return contents(uri, shown);
  };
  const served = serve((rounds) => {
    rounds.resource('fixed', 'file:///notes', {}, (uri, variables, ask) =>
      gate(uri, ask, `notes ${JSON.stringify(variables)}`),
    );
    const template = new ResourceTemplate('file:///people/{id}', { list: undefined });
    rounds.resource('people', template, {}, (uri, { id }, ask) => gate(uri, ask, `person ${String(id)}`));
    rounds.resource('cached', 'file:///cached', { cacheHint: { ttlMs: 5 } }, (uri, _v, ask) =>
      gate(uri, ask, 'cached'),
    );
  });
  const textOf = (result: Record<string, unknown>) => (result['contents'] as { text: string }[])[0]?.text;

  it.each([
    ['file:///notes', 'notes {}'],
    ['file:///people/7', 'person 7'],
    ['file:///cached', 'cached'],
  ])('%s asks, replays and ends like a tool', async (uri, shown) => {
    reads.length = 0;
    const call = served.resource(uri);
    const first = await call.first();
    expect(first.asks['who']?.params.message).toBe(`Who reads ${shown}?`);
    expect(textOf((await call.answer(first, { who: decline })).result)).toBe('secret');
    const second = await call.answer(first, { who: accept({ name: 'Ana' }) });
    expect(second.keys).toEqual(['sure']);
    expect(textOf((await call.answer(second, { sure: yes('sure') })).result)).toBe(shown);
    expect(reads).toEqual([shown]);
  });

  it('the state of one person does not open another', async () => {
    const first = await served.resource('file:///people/7').first();
    const reply = await served.resource('file:///people/8').answer(first, { who: accept({ name: 'Ana' }) });
    expect(reply.error).toMatchObject({ code: -32602, data: { reason: 'invalid_request_state' } });
  });

  it('a client that can ask everything but this gets -32021', async () => {
    const { elicitation: _, ...rest } = ALL;
    expect((await served.resource('file:///notes').as(rest).first()).error?.code).toBe(-32021);
  });
});
