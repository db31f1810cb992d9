import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { memoryStore, text, type Asks, type Store } from '../../src/index.js';
import { shownKey } from '../../src/guard/events/shown.js';
import { accept, refuseUnhandledRejections, tool } from './server.js';

refuseUnhandledRejections();

// No part of it may be so short that the random names of records contain it by chance.
const WHO = 'Anastasia.Núñezón@secretary.example';

/** How an author may put an answer into a key. */
const KEYS: Record<string, (to: string) => string> = {
  'after a word': (to) => `mail ${to}`,
  alone: (to) => to,
  'before a word': (to) => `${to} mail`,
  'without a space': (to) => `mail${to}`,
  'in capitals': (to) => `mail:${to.toUpperCase()}`,
  'a part of it': (to) => `mail-${to.split('@')[0]}`,
  encoded: (to) => `mail/${encodeURIComponent(to)}`,
  'as JSON': (to) => JSON.stringify({ mail: to }),
};

const uses: Record<string, (ask: Asks, key: string) => Promise<unknown>> = {
  'a step': (ask, key) => ask.once(key, () => 1),
  'a memo': (ask, key) => ask.memo(key, () => 1),
  'a step whose key is reused': async (ask, key) => {
    await ask.once(key, () => 1);
    await ask.once(key, () => 2);
  },
  'a memo whose key is reused': async (ask, key) => {
    await ask.memo(key, () => 1);
    await ask.memo(key, () => 2);
  },
  'a step whose value JSON cannot carry': (ask, key) => ask.once(key, () => 1n),
  'a memo whose value JSON cannot carry': (ask, key) => ask.memo(key, () => 1n),
  'an ask that is wrong': (ask, key) => ask.confirm(key, ' '),
  'an ask whose key is reused': (ask, key) => Promise.all([ask.confirm(key, 'One?'), ask.confirm(key, 'Two?')]),
};

/** A store that writes down what it is given in the clear. */
function watched(): { store: Store; keys: string[] } {
  const inner = memoryStore();
  const keys: string[] = [];
  const store: Store = {
    claim: (claim) => inner.claim(claim),
    renew: (lease, ms) => inner.renew(lease, ms),
    settle: (lease, outcome, expiresAt) => inner.settle(lease, outcome, expiresAt),
    release: (lease) => inner.release(lease),
    beginStep: (flow, step, expiresAt) => {
      keys.push(step);
      return inner.beginStep(flow, step, expiresAt);
    },
    endStep: (flow, step, value, expiresAt) => {
      keys.push(step);
      return inner.endStep(flow, step, value, expiresAt);
    },
    close: () => inner.close(),
  };
  return { store, keys };
}

describe.each(Object.entries(KEYS))('F68: an answer in a key, %s', (_name, keyOf) => {
  it.each(Object.entries(uses))('F68: of %s: not in events, errors or the store', async (_use, use) => {
    const { store, keys } = watched();
    const { call, events } = tool(
      async (ask) => {
        const { to } = await ask.form('to', {
          message: 'Whom?',
          schema: z.object({ to: z.string() }),
          decline: text('no'),
          cancel: text('no'),
        });
        await use(ask, keyOf(to));
        return text('sent');
      },
      { store, encrypt: true },
    );
    const reply = await call.answer(await call.first(), { to: accept({ to: WHO }) });
    expect(reply.text === 'sent' || reply.error !== undefined).toBe(true);
    const told = JSON.stringify([events, reply.error, keys]).toLowerCase();
    for (const part of ['anastasia', 'núñezón', 'nunezon', 'secretary', 'example']) expect(told).not.toContain(part);
  });
});

describe('F68 A21: a key that holds no answer', () => {
  it('F68: is shown as it is, with the name of its record', async () => {
    const { store, keys } = watched();
    const { call, events } = tool(
      async (ask) => {
        const { to } = await ask.form('to', {
          message: 'Whom?',
          schema: z.object({ to: z.string() }),
          decline: text('no'),
          cancel: text('no'),
        });
        await ask.once('charge card', () => to.length);
        await ask.once(`mail ${to}`, () => 1);
        return text('sent');
      },
      { store },
    );
    await call.answer(await call.first(), { to: accept({ to: WHO }) });
    const steps = events.filter((event) => event.type === 'step_run');
    expect(steps.map(({ step }) => step)).toEqual(['charge card', 'mail …']);
    expect(new Set(keys)).toEqual(new Set(steps.map(({ record }) => record)));
    for (const { record } of steps) expect(record).toMatch(/^once [\w-]{22}$/u);
  });

  it('F68: the records of two flows are named differently, and those of a flow the same in every round', async () => {
    const { store, keys } = watched();
    const { call } = tool(
      async (ask) => {
        await ask.once('send', () => 1);
        await ask.confirm('sure', 'Sure?');
        return text('sent');
      },
      { store },
    );
    await call.play(() => accept({ sure: true }));
    expect(new Set(keys).size).toBe(1);
    await call.first();
    expect(new Set(keys).size).toBe(2);
  });

  it('F68: a question that was asked before an answer keeps its name, whatever the answer says', async () => {
    const { call, events } = tool(async (ask) => {
      await ask.form('reason', { message: 'Why?', schema: z.object({ why: z.string() }) });
      return text('done');
    });
    await call.answer(await call.first(), { reason: accept({ why: 'for no reason' }) });
    expect(events.filter(({ type }) => type === 'answered')).toMatchObject([{ key: 'reason' }]);
  });

  it.each([
    ['charge', ['Ana'], 'charge'],
    ['buy 2', [2], 'buy …'],
    ['size s', ['S'], 'size …'],
    ['send', ['s'], 'send'],
    ['mail muller', ['Müller'], 'mail …'],
    ['mail 北京', ['北京'], 'mail …'],
    ['a b c', [{ list: ['b'] }], 'a …'],
    ['pay', [true, null, undefined, ''], 'pay'],
  ])('F68: %s with the answers %j is shown as %s', (key, answers, shown) => {
    expect(shownKey(key, answers)).toBe(shown);
  });
});
