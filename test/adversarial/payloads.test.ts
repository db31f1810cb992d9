import { inputRequired } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { text } from '../../src/index.js';
import { asking, booking, confirm } from '../guard/booking.js';
import { Host, MANY_ANSWERS, REFUSED, yes, type Register } from '../guard/server.js';
import { growth, LINEAR } from '../growth.js';

const answers = { confirm: yes() };
const DEEP = 100_000;
const deepList = `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`;
const deepObject = `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`;
const put = (json: string) => ({ edit: (body: string) => body.replace('"@"', () => json) });

/** Takes any arguments and does not look at them. */
const loose = (booked: string[]): Register => {
  return (server) => {
    const inputSchema = z.looseObject({});
    server.registerTool('plain', { inputSchema }, () => text('plain'));
    server.registerTool('asks', { inputSchema }, (_args, ctx) => {
      if (ctx.mcpReq.inputResponses?.['confirm'] === undefined) return asking('Go?');
      booked.push('x');
      return text('done');
    });
  };
};

describe('arguments', () => {
  it.each([
    ['a list a hundred thousand deep', deepList],
    ['an object a hundred thousand deep', deepObject],
    ['a number without end', '1e999'],
  ])('%s: a tool that asks refuses, one that does not works, and the server lives', async (_name, json) => {
    const booked: string[] = [];
    const host = new Host(loose(booked));
    const first = await host.tool('asks', { x: '@' }, put(json));
    expect(first.error).toMatchObject({ code: -32_602, data: { reason: 'arguments_not_sealable' } });
    expect(first.error?.message.length).toBeLessThan(200);
    expect((await host.tool('plain', { x: '@' }, put(json))).text).toBe('plain');
    const { state } = await host.tool('asks', { x: 1 });
    expect((await host.tool('asks', { x: '@' }, { state, answers, ...put(json) })).error).toEqual(REFUSED);
    expect(booked).toEqual([]);
    expect((await host.tool('asks', { x: 1 }, { state, answers })).text).toBe('done');
  });

  it('huge keys, many members, odd names', async () => {
    const host = new Host(loose([]));
    const odd = JSON.parse('{"__proto__":{"a":1},"constructor":1,"toString":2,"":3,"\\u0000":4,"\\ud800":5}') as object;
    const members = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`m${i}`, i]));
    for (const args of [odd, members, { ['k'.repeat(500_000)]: 1 }]) {
      const { state } = await host.tool('asks', args);
      expect((await host.tool('asks', { ...args, more: 1 }, { state, answers })).error).toEqual(REFUSED);
      expect((await host.tool('asks', args, { state, answers })).text).toBe('done');
    }
  });
});

describe('answers', () => {
  const started = async (options = {}) => {
    const booked: string[] = [];
    const host = new Host(booking(booked), options);
    const { state } = await host.tool('book', { seat: '1A' });
    const retry = (given: unknown, more = {}) => host.tool('book', { seat: '1A' }, { state, answers: given, ...more });
    return { booked, host, retry };
  };

  it.each([
    [[]],
    [[{ action: 'accept' }]],
    [7],
    ['confirm'],
    [true],
    [null],
    [{ confirm: [] }],
    [{ confirm: 'accept' }],
    [{ confirm: null }],
    [{ confirm: { confirm: yes() } }],
  ])('that are no answers book nothing: %j', async (given) => {
    const { booked, retry } = await started();
    const reply = await retry(given);
    expect(reply.asks).toHaveProperty('confirm');
    expect(booked).toEqual([]);
  });

  it('by the thousand: it takes time in proportion', async () => {
    const grown = await growth(1_000, (size) => {
      const many = Object.fromEntries(Array.from({ length: size }, (_, at) => [`k${at}`, yes()]));
      return async () => (await started()).retry({ ...many, ...answers });
    });
    expect(grown).toBeLessThan(LINEAR);
  });

  it('by the thousand: the one that was asked for counts, and one event tells of the rest', async () => {
    const { booked, host, retry } = await started();
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, yes()]));
    expect((await retry({ ...many, ...answers })).text).toBe('booked book 1A');
    expect(booked).toHaveLength(1);
    expect(host.events).toContainEqual({
      type: 'ignored',
      method: 'tools/call',
      target: 'book',
      count: 20_000,
      why: 'unsolicited',
    });
  });

  it.each([
    ['deep content', `{"action":"accept","content":${deepObject}}`],
    ['a deep value', `{"action":"accept","content":{"ok":${deepList}}}`],
    ['a deep action', `{"action":${deepList},"content":{"ok":true}}`],
    ['a deep decline', `{"action":"reject","content":${deepList}}`],
    ['a megabyte', `{"action":"accept","content":{"ok":"${'x'.repeat(2 ** 20)}"}}`],
    ['a huge key', `{"action":"accept","content":{"${'k'.repeat(2 ** 20)}":true}}`],
  ])('%s is no answer, and the server lives', async (_name, json) => {
    const { booked, retry } = await started({ ...MANY_ANSWERS, attach: { tools: { book: { carry: true } } } });
    expect((await retry({ confirm: '@' }, put(json))).asks).toHaveProperty('confirm');
    expect(booked).toEqual([]);
    expect((await retry(answers)).text).toBe('booked book 1A');
  });

  it('deep ones that reach a carried state or a journal end the call, not the server', async () => {
    const host = new Host(
      (server, rounds) => {
        server.registerTool('t', {}, (ctx) =>
          inputRequired({ inputRequests: { next: confirm('Go?') }, requestState: String(ctx.mcpReq.id) }),
        );
        rounds.tool('roots', {}, async (_args, ask) => {
          await ask.roots('a');
          await ask.confirm('b', 'Go?');
          return text('done');
        });
      },
      { attach: { tools: { t: { carry: true, unsolicited: 'accept' } } } },
    );
    const carried = await host.tool(
      't',
      {},
      { answers: { x: '@' }, ...put(`{"action":"accept","content":${deepList}}`) },
    );
    expect(carried.error?.code).toBe(-32_602);
    const capabilities = { roots: {}, elicitation: {} };
    const { state } = await host.tool('roots', {}, { capabilities });
    const journal = {
      state,
      capabilities,
      answers: { a: { roots: [{ uri: 'file:///x', more: '@' }] } },
      ...put(deepList),
    };
    const reply = await host.tool('roots', {}, journal);
    expect(reply.state).toBeUndefined();
    expect(reply.text).not.toBe('done');
    expect((await host.tool('roots', {}, { capabilities })).state).toBeTypeOf('string');
  });
});

describe('states that are no text', () => {
  it.each([[7], [true], [null], [[]], [{}], [['x']], [{ length: 1 }]])('%j is refused', async (state) => {
    const booked: string[] = [];
    const host = new Host(booking(booked));
    const replies = [
      await host.tool('book', { seat: '1A' }, { state, answers }),
      await host.prompt('invite', { seat: '1A' }, { state, answers }),
      await host.resource('seat://fixed', { state, answers }),
    ];
    for (const reply of replies) expect(reply.error).toEqual(REFUSED);
    expect(booked).toEqual([]);
  });
});
