import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fail, text, type Asks, type FormSchema } from '../../src/index.js';
import { accept, cancel, decline, MANY_ANSWERS, refuseUnhandledRejections, tool } from './server.js';

refuseUnhandledRejections();

const Word = z.object({ word: z.string() });
const word = (value: string) => accept({ word: value });
const say = (ask: Asks, key: string, message = `${key}?`) => ask.form(key, { message, schema: Word });

describe('A8 a settled answer stays settled', () => {
  it('A8 the answers of all earlier rounds are replayed; each question is asked once', async () => {
    const { call, events } = tool(async (ask) => {
      const given: unknown[] = [];
      for (const key of ['a', 'b', 'c', 'd']) given.push(await say(ask, key));
      return text(JSON.stringify(given));
    });
    const asked: string[] = [];
    const answers: Record<string, unknown> = { a: word('1'), b: decline, c: cancel, d: word('4') };
    const reply = await call.play((key) => {
      asked.push(key);
      return answers[key];
    });
    expect(asked).toEqual(['a', 'b', 'c', 'd']);
    expect(JSON.parse(reply.text)).toEqual([
      { action: 'accept', content: { word: '1' } },
      { action: 'decline' },
      { action: 'cancel' },
      { action: 'accept', content: { word: '4' } },
    ]);
    expect(events.map(({ type }) => type)).toEqual([
      'asked',
      'answered',
      'asked',
      'settled',
      'declined',
      'asked',
      'settled',
      'cancelled',
      'asked',
      'settled',
      'answered',
      'settled',
    ]);
  });

  it('A8 every kind of ask is replayed', async () => {
    const block = { type: 'text', text: 'hello' };
    const { call } = tool(async (ask) => {
      const size = await ask.choose('size', { message: 'Size?', options: ['S', 'L'], multiple: true });
      const sign = await ask.url('sign', { message: 'Sign', url: 'https://example.com' });
      const model = await ask.sample('model', { messages: [], maxTokens: 1 });
      const roots = await ask.roots('roots');
      const sure = await ask.confirm('sure', 'Sure?');
      return text(JSON.stringify([size, sign, model, roots, sure]));
    });
    const answers: Record<string, unknown> = {
      size: accept({ size: ['L'] }),
      sign: accept(),
      model: { role: 'assistant', model: 'm', content: block },
      roots: { roots: [{ uri: 'file:///a' }] },
      sure: accept({ sure: true }),
    };
    const reply = await call.play((key) => answers[key]);
    expect(JSON.parse(reply.text)).toEqual([
      { action: 'accept', content: ['L'] },
      { action: 'accept' },
      answers['model'],
      [{ uri: 'file:///a' }],
      { confirmed: true, action: 'accept' },
    ]);
  });

  it('A8 what a handler does to an answer or a memo value does not change what the next round gets', async () => {
    const seen: unknown[] = [];
    const wire: FormSchema = { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] };
    const { call } = tool(async (ask) => {
      const days = await ask.choose('days', { message: 'Days?', options: ['mo', 'tu'], multiple: true });
      const form = await ask.form('form', { message: 'Form?', schema: wire });
      const roots = await ask.roots('roots');
      const model = await ask.sample('model', { messages: [], maxTokens: 1 });
      const cart = await ask.memo('cart', () => ({ items: ['tea'] }));
      const receipt = await ask.once('receipt', () => ({ lines: ['tea'] }));
      if (days.action !== 'accept' || form.action !== 'accept') return fail('no');
      seen.push(structuredClone([days.content, form.content, roots, model, cart, receipt]));
      days.content.splice(0);
      form.content.word = 'changed';
      roots.pop();
      Object.assign(model, { content: { type: 'text', text: 'changed' } });
      cart.items.push('coffee');
      receipt.lines.push('coffee');
      await ask.confirm('one', 'One?');
      await ask.confirm('two', 'Two?');
      return text('done');
    });
    const answers: Record<string, unknown> = {
      days: accept({ days: ['mo', 'tu'] }),
      form: word('given'),
      roots: { roots: [{ uri: 'file:///a' }] },
      model: { role: 'assistant', model: 'm', content: { type: 'text', text: 'given' } },
    };
    const reply = await call.play((key) => answers[key] ?? accept({ [key]: true }));
    expect(reply.text).toBe('done');
    expect(seen).toHaveLength(3);
    expect(seen[0]).toEqual([
      ['mo', 'tu'],
      { word: 'given' },
      [{ uri: 'file:///a' }],
      answers['model'],
      { items: ['tea'] },
      { lines: ['tea'] },
    ]);
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
  });

  it('A8 F28 an answer that came earlier cannot be replaced in a later round', async () => {
    const { call } = tool(async (ask) => {
      const a = await say(ask, 'a');
      const b = await say(ask, 'b');
      return text(JSON.stringify([a, b]));
    });
    const second = await call.answer(await call.first(), { a: word('mine') });
    expect(second.keys).toEqual(['b']);
    const reply = await call.answer(second, { a: word('forged'), b: word('x') });
    expect(reply.text).toContain('mine');
    expect(reply.text).not.toContain('forged');
  });
});

describe('A6 an answer counts for one question', () => {
  /** A booking whose price a test changes between rounds. */
  function booking() {
    const world = { price: 10, booked: [] as number[] };
    const driver = tool(async (ask) => {
      const name = await say(ask, 'name');
      if (name.action !== 'accept') return fail('no');
      const { confirmed } = await ask.confirm('pay', `Pay ${world.price} for ${name.content.word}?`);
      if (!confirmed) return fail('kept');
      await ask.once('book', () => world.booked.push(world.price));
      return text(`booked for ${world.price}`);
    });
    return { ...driver, world };
  }

  it('A6 A15 F29 a price that changes between rounds is asked again, and the old yes does not count', async () => {
    const { call, world, events } = booking();
    const pay = await call.answer(await call.first(), { name: word('Ana') });
    expect(pay.asks['pay']?.params.message).toBe('Pay 10 for Ana?');
    world.price = 99;
    const again = await call.answer(pay, { pay: accept({ pay: true }) });
    expect(again.asks['pay']?.params.message).toBe('Pay 99 for Ana?');
    expect(world.booked).toEqual([]);
    expect(events.filter(({ type }) => type === 'drift')).toMatchObject([
      { code: 'drift_question', key: 'pay', method: 'tools/call', target: 'task', round: 3 },
    ]);
    for (const part of ['what', 'why', 'todo'])
      expect(events.find(({ type }) => type === 'drift')).toHaveProperty(part);
    expect((await call.answer(again, { pay: accept({ pay: true }) })).text).toBe('booked for 99');
    expect(world.booked).toEqual([99]);
  });

  it('A6 a question that is back as it was is still asked, since no answer to it is known', async () => {
    const { call, world } = booking();
    const pay = await call.answer(await call.first(), { name: word('Ana') });
    world.price = 99;
    const again = await call.answer(pay, { pay: accept({ pay: true }) });
    world.price = 10;
    expect((await call.answer(again, { pay: accept({ pay: true }) })).asks['pay']?.params.message).toContain('10');
    expect(world.booked).toEqual([]);
  });

  it('A6 a settled answer is dropped when its question changes later', async () => {
    const world = { message: 'A?', label: 'x' };
    const { call, events } = tool(async (ask) => {
      const a = await ask.confirm('a', world.message, { title: world.label });
      const b = await say(ask, 'b');
      return text(JSON.stringify([a, b]));
    }, MANY_ANSWERS);
    const asksB = await call.answer(await call.first(), { a: accept({ a: true }) });
    for (const change of [{ message: 'A, really?' }, { message: 'A?', label: 'y' }]) {
      Object.assign(world, { message: 'A?', label: 'x' }, change);
      const asksA = await call.answer(asksB, { b: word('b') });
      expect(asksA.keys).toEqual(['a']);
      const done = await call.answer(asksA, { a: accept({ a: false }) });
      expect(done.keys).toEqual(['b']);
    }
    expect(events.filter(({ type }) => type === 'drift')).toMatchObject([
      { code: 'drift_question', key: 'a' },
      { code: 'drift_question', key: 'a' },
    ]);
  });

  it('A6 the digest covers the kind and the address', async () => {
    const world: { step: (ask: Asks) => Promise<{ action: string }> } = {
      step: (ask) => ask.url('k', { message: 'Go', url: 'https://example.com/a' }),
    };
    const { call } = tool(async (ask) => text((await world.step(ask)).action));
    const first = await call.first();
    world.step = (ask) => ask.url('k', { message: 'Go', url: 'https://example.com/b' });
    expect((await call.answer(first, { k: accept() })).asks['k']?.params.url).toBe('https://example.com/b');
    world.step = (ask) => ask.form('k', { message: 'Go', schema: z.object({}) });
    expect((await call.answer(first, { k: accept() })).keys).toEqual(['k']);
  });

  it('A6 members of a schema in another order are the same question', async () => {
    let flip = false;
    const { call } = tool(async (ask) => {
      const one = { a: { type: 'string', title: 'A' }, b: { title: 'B', type: 'string' } } as const;
      const properties = flip ? { b: one.b, a: one.a } : one;
      return text((await ask.form('k', { message: 'K?', schema: { type: 'object', properties } })).action);
    });
    const first = await call.first();
    flip = true;
    expect((await call.answer(first, { k: accept({}) })).text).toBe('accept');
  });
});

describe('A7 an answer is validated every time it is used', () => {
  it('A7 F29 a restored answer that does not fit any more is asked again with the reason', async () => {
    const taken = new Set<string>();
    const Free = z.object({ word: z.string().refine((value) => !taken.has(value), 'is taken by now') });
    const { call, events } = tool(async (ask) => {
      const name = await ask.form('name', { message: 'Name?', schema: Free });
      const { confirmed } = await ask.confirm('sure', 'Sure?');
      return text(`${JSON.stringify(name)} ${confirmed}`);
    });
    const sure = await call.answer(await call.first(), { name: word('ana') });
    taken.add('ana');
    const again = await call.answer(sure, { sure: accept({ sure: true }) });
    expect(again.keys).toEqual(['name']);
    expect(again.asks['name']?.params.message).toBe('Name?\n\n⚠ word: is taken by now');
    const asksSure = await call.answer(again, { name: word('eva') });
    expect(asksSure.keys).toEqual(['sure']);
    expect((await call.answer(asksSure, { sure: accept({ sure: true }) })).text).toContain('"eva"');
    expect(events.filter(({ type }) => type === 'reasked')).toMatchObject([{ key: 'name', attempt: 2 }]);
  });

  it('A7 what the schema puts out is made again in each round, from what the person gave', async () => {
    const seen: unknown[] = [];
    const When = z.object({ day: z.iso.date().transform((day) => new Date(day)) });
    const { call } = tool(async (ask) => {
      const when = await ask.form('when', { message: 'When?', schema: When });
      if (when.action === 'accept') seen.push(when.content.day.getTime());
      await ask.confirm('sure', 'Sure?');
      return text('done');
    });
    await call.play((key) => accept(key === 'when' ? { day: '2026-07-28' } : { sure: true }));
    expect(seen).toEqual([Date.UTC(2026, 6, 28), Date.UTC(2026, 6, 28)]);
  });

  it('A7 a check that fails by itself is an error, and settles nothing', async () => {
    let down = true;
    const Checked = z.object({
      word: z.string().refine(() => {
        if (down) throw new Error('the registry is down');
        return true;
      }),
    });
    const { call, events } = tool(async (ask) => {
      return text(JSON.stringify(await ask.form('name', { message: 'Name?', schema: Checked })));
    });
    const first = await call.first();
    expect(await call.answer(first, { name: word('ana') })).toMatchObject({
      isError: true,
      text: 'the registry is down',
    });
    expect(events.map(({ type }) => type)).toEqual(['asked', 'released']);
    down = false;
    expect((await call.answer(first, { name: word('ana') })).text).toContain('"ana"');
  });

  it('A7 a schema that checks against the outside is awaited', async () => {
    const Known = z.object({ word: z.string().refine(async (value) => value === 'ana', 'is not known') });
    const { call } = tool(async (ask) => {
      return text(JSON.stringify(await ask.form('name', { message: 'Name?', schema: Known })));
    });
    const again = await call.answer(await call.first(), { name: word('eva') });
    expect(again.asks['name']?.params.message).toContain('is not known');
    expect((await call.answer(again, { name: word('ana') })).text).toContain('"ana"');
  });
});

describe('A11 one key, one question', () => {
  it('A11 two questions under one key are a programming error, whoever catches it', async () => {
    const { call } = tool(async (ask) => {
      await Promise.allSettled([ask.confirm('k', 'One?'), ask.confirm('k', 'Two?')]);
      return text('swallowed');
    });
    const reply = await call.first();
    expect(reply.error).toMatchObject({ code: -32603, data: { reason: 'key_reused' } });
    expect(reply.error?.message).toContain('"k"');
  });

  it('A11 the same question twice is one question', async () => {
    const { call } = tool(async (ask) => {
      const both = await Promise.all([ask.confirm('k', 'Sure?'), ask.confirm('k', 'Sure?')]);
      const third = await ask.confirm('k', 'Sure?');
      return text([...both, third].map(({ confirmed }) => confirmed).join(' '));
    });
    const first = await call.first();
    expect(first.keys).toEqual(['k']);
    expect((await call.answer(first, { k: accept({ k: true }) })).text).toBe('true true true');
  });

  it('A11 two steps of different code under one key are one too', async () => {
    const log: string[] = [];
    for (const name of ['once', 'memo'] as const) {
      const { call } = tool(async (ask) => {
        await ask[name]('k', () => log.push('one'));
        await ask[name]('k', () => log.push('two')).catch(() => undefined);
        return text('swallowed');
      });
      expect((await call.first()).error?.data).toEqual({ reason: 'key_reused' });
    }
    expect(log).toEqual(['one', 'one']);
  });

  it('A11 an ask, a memo and a once may share a key: they are kept apart', async () => {
    const { call } = tool(async (ask) => {
      const memo = await ask.memo('k', () => 'memo');
      const once = await ask.once('k', () => 'once');
      const { action } = await ask.confirm('k', 'Sure?');
      return text([memo, once, action].join(' '));
    });
    expect((await call.play(() => decline)).text).toBe('memo once decline');
  });
});

describe('A15 drift is told', () => {
  it('A15 keys in another order are an event, once a run, and the answers stay with their keys', async () => {
    let order = ['a', 'b', 'c'];
    const { call, events } = tool(async (ask) => {
      const given = await Promise.all(order.map((key) => say(ask, key)));
      const last = await say(ask, 'last');
      return text([...given, last].map((answer) => (answer.action === 'accept' ? answer.content.word : '')).join(' '));
    });
    const first = await call.first();
    order = ['c', 'b', 'a'];
    const second = await call.answer(first, { a: word('A'), b: word('B'), c: word('C') });
    expect(second.keys).toEqual(['last']);
    expect((await call.answer(second, { last: word('L') })).text).toBe('C B A L');
    expect(events.filter(({ type }) => type === 'drift')).toMatchObject([
      { code: 'drift_order', key: 'c', round: 2 },
      { code: 'drift_order', key: 'c', round: 3 },
    ]);
  });

  it('A15 a path that follows the answers is not drift', async () => {
    const { call, events } = tool(async (ask) => {
      const { confirmed } = await ask.confirm('a', 'A?');
      if (confirmed) await say(ask, 'yes');
      else await say(ask, 'no');
      await Promise.all([say(ask, 'x'), say(ask, 'y')]);
      return text('done');
    });
    for (const answer of [true, false]) {
      await call.play((key) => (key === 'a' ? accept({ a: answer }) : word('w')));
    }
    expect(events.map(({ type }) => type)).not.toContain('drift');
  });
});
