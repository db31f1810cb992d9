import { inputRequired, type ServerContext } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { text } from '../../src/index.js';
import { booking, confirm } from './booking.js';
import { closed, Host, MANY_ANSWERS, no, yes, type HostOptions, type Register } from './server.js';

const answers = { confirm: yes() };

/** A tool that asks `a` and `b` and writes down what reached it. */
function listening(seen: ServerContext['mcpReq'][]): Register {
  return (server) => {
    server.registerTool('two', {}, (ctx) => {
      seen.push(ctx.mcpReq);
      return inputRequired({
        inputRequests: {
          a: confirm('A?'),
          b: confirm('B?'),
          at: inputRequired.elicitUrl({ message: 'Go', url: 'https://example.com' }),
        },
      });
    });
  };
}

async function retry(given: unknown, options?: HostOptions) {
  const seen: ServerContext['mcpReq'][] = [];
  const host = new Host(listening(seen), options);
  const capabilities = { elicitation: { form: {}, url: {} } };
  const { state } = await host.tool('two', {}, { capabilities });
  host.events.length = 0;
  await host.tool('two', {}, { state, answers: given, capabilities });
  return { seen: seen[1], events: host.events.filter(({ type }) => type === 'ignored') };
}

describe('a first call that brings answers', () => {
  it.each([
    ['the right key', answers],
    ['F34 __proto__', JSON.parse('{"__proto__":{"confirm":{"action":"accept","content":{"ok":true}}}}')],
    ['F34 constructor', { constructor: { confirm: yes() }, toString: yes() }],
  ])('F28 books nothing: %s', async (_name, given) => {
    const booked: string[] = [];
    const host = new Host(booking(booked));
    const reply = await host.tool('book', { seat: '1A' }, { answers: given });
    expect(reply.result).toMatchObject({ resultType: 'input_required' });
    expect(booked).toEqual([]);
    const done = await host.tool('book', { seat: '1A' }, { state: reply.state, answers });
    expect(done.text).toBe('booked book 1A');
  });

  it.each([[{}], [answers], [[]], [null], ['x'], [7], [{ confirm: 'accept' }], [{ confirm: null }], [{ confirm: [] }]])(
    'looks to the handler like a first round: %j',
    async (given) => {
      const seen: ServerContext['mcpReq'][] = [];
      const host = new Host(listening(seen));
      await host.tool('two', {}, { answers: given });
      expect(seen[0]?.inputResponses).toBeUndefined();
      expect(seen[0]?.droppedInputResponseKeys).toBeUndefined();
      expect(seen[0]?.requestState()).toBeUndefined();
    },
  );
});

describe('F23 a retry answers what was asked, and nothing else', () => {
  it('F23 keys that were not asked are ignored', async () => {
    const { seen, events } = await retry({
      a: yes(),
      c: yes(),
      confirm: yes(),
      toString: yes(),
      hasOwnProperty: yes(),
    });
    expect(Object.keys(seen?.inputResponses ?? {})).toEqual(['a']);
    expect(events).toEqual([{ type: 'ignored', method: 'tools/call', target: 'two', count: 4, why: 'unsolicited' }]);
  });

  it('F34 inherited names are not answers, and the handler finds none', async () => {
    const given = JSON.parse(
      '{"__proto__":{"a":{"action":"accept","content":{"ok":true}}},"constructor":{"action":"accept"}}',
    ) as unknown;
    const { seen } = await retry(given);
    const responses = seen?.inputResponses ?? {};
    expect(responses['a']).toBeUndefined();
    expect(responses['constructor']).toBeUndefined();
    expect(Object.getPrototypeOf(responses)).toBeNull();
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
  });

  it('F23 answers swapped between two keys of different kinds', async () => {
    const { seen, events } = await retry({
      a: { role: 'assistant', content: {} },
      b: { roots: [] },
      at: { roots: [] },
    });
    expect(Object.keys(seen?.inputResponses ?? {})).toEqual([]);
    expect(events).toMatchObject([{ count: 3, why: 'malformed' }]);
  });

  it.each([
    [{ action: 'reject' }],
    [{ action: 'ok', content: { ok: true } }],
    [{ action: 1, content: { ok: true } }],
    [{ action: ['accept'], content: { ok: true } }],
    [{ content: { ok: true } }],
    [{ ok: true }],
    [JSON.parse('{"__proto__":{"action":"accept","content":{"ok":true}}}')],
  ])('a bad envelope is no answer: %j', async (answer) => {
    const { seen, events } = await retry({ a: answer });
    expect(Object.keys(seen?.inputResponses ?? {})).toEqual([]);
    expect(events).toMatchObject([{ count: 1, why: 'malformed' }]);
  });

  it.each([[{ ok: 'true' }], [{}], [{ ok: 1 }], [null], ['yes'], [[true]]])(
    'content that breaks the form is no answer yet: %j',
    async (content) => {
      const { seen, events } = await retry({ a: yes(content), b: yes() });
      expect(Object.keys(seen?.inputResponses ?? {})).toEqual(['b']);
      expect(events).toMatchObject([{ count: 1, why: 'invalid' }]);
    },
  );

  it('content is cleaned: extra keys, a decline with content, an address with content', async () => {
    const { seen } = await retry({ a: yes({ ok: true, admin: true }), b: { ...no, content: { ok: true } }, at: yes() });
    expect({ ...seen?.inputResponses }).toEqual({ a: yes(), b: no, at: { action: 'accept' } });
  });

  it('wrapped answers are dropped by the SDK; only asked keys are told', async () => {
    const wrapped = { method: 'elicitation/create', result: yes() };
    const { seen } = await retry({ a: wrapped, c: wrapped });
    expect(seen?.droppedInputResponseKeys).toEqual(['a']);
    expect({ ...seen?.inputResponses }).toEqual({});
  });

  it('a retry without answers has none, a retry with none that count has an empty map', async () => {
    expect((await retry(undefined)).seen?.inputResponses).toBeUndefined();
    expect((await retry({ x: closed })).seen?.inputResponses).toEqual({});
  });
});

describe('F28 an answer counts for the question of the last round only', () => {
  it('F28 an answer to a question of an earlier round', async () => {
    const seen: unknown[] = [];
    const host = new Host((server) => {
      server.registerTool('steps', {}, (ctx) => {
        const given = Object.keys(ctx.mcpReq.inputResponses ?? {});
        seen.push(given);
        return inputRequired({ inputRequests: { [`q${seen.length}`]: confirm(`Question ${seen.length}`) } });
      });
    });
    const one = await host.tool('steps', {});
    const two = await host.tool('steps', {}, { state: one.state, answers: { q1: yes() } });
    await host.tool('steps', {}, { state: two.state, answers: { q1: yes(), q2: yes(), q3: yes() } });
    expect(seen).toEqual([[], ['q1'], ['q2']]);
  });
});

describe("unsolicited: 'accept'", () => {
  it.each<[string, HostOptions]>([
    ['for the server', { unsolicited: 'accept' }],
    ['for one tool', { attach: { tools: { book: { unsolicited: 'accept' } } } }],
  ])('lets a first call bring its answer: %s', async (_name, options) => {
    const booked: string[] = [];
    const host = new Host(booking(booked), options);
    expect((await host.tool('book', { seat: '1A' }, { answers })).text).toBe('booked book 1A');
  });

  it('holds for the tool it is set for, and can be taken back for one', async () => {
    const booked: string[] = [];
    const one = new Host(booking(booked), { attach: { tools: { book: { unsolicited: 'accept' } } } });
    expect((await one.tool('hold', { seat: '1A' }, { answers })).state).toBeTypeOf('string');
    const back = new Host(booking(booked), {
      unsolicited: 'accept',
      attach: { tools: { book: { unsolicited: 'ask' } } },
    });
    expect((await back.tool('book', { seat: '1A' }, { answers })).state).toBeTypeOf('string');
    expect(booked).toEqual([]);
  });

  it('F34 still lets nothing through a prototype', async () => {
    const booked: string[] = [];
    const host = new Host(booking(booked), { unsolicited: 'accept' });
    const given = JSON.parse('{"__proto__":{"confirm":{"action":"accept","content":{"ok":true}}}}') as unknown;
    expect((await host.tool('book', { seat: '1A' }, { answers: given })).state).toBeTypeOf('string');
    expect(booked).toEqual([]);
  });

  it('F28 validates the answer to a question that was asked', async () => {
    const { seen } = await retry({ a: yes({ ok: 'no' }), z: { anything: 1 } }, { unsolicited: 'accept' });
    expect({ ...seen?.inputResponses }).toEqual({ z: { anything: 1 } });
  });
});

describe('sampling and roots', () => {
  it('answers of the right kind arrive as they are, others do not', async () => {
    const seen: unknown[] = [];
    const host = new Host((server) => {
      server.registerTool('old', {}, (ctx) => {
        seen.push({ ...ctx.mcpReq.inputResponses });
        if (seen.length > 2) return text('done');
        const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: 'Hi' } }];
        return inputRequired({
          inputRequests: { s: inputRequired.createMessage({ messages, maxTokens: 5 }), r: inputRequired.listRoots() },
        });
      });
    }, MANY_ANSWERS);
    const capabilities = { sampling: {}, roots: {} };
    const message = { role: 'assistant', model: 'm', content: { type: 'text', text: 'x' } };
    const { state } = await host.tool('old', {}, { capabilities });
    await host.tool('old', {}, { state, capabilities, answers: { s: yes(), r: { roots: {} } } });
    const reply = await host.tool('old', {}, { state, capabilities, answers: { s: message, r: { roots: [] } } });
    expect(reply.text).toBe('done');
    expect(seen).toEqual([{}, {}, { s: message, r: { roots: [] } }]);
  });
});
