import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { memoryStore, text } from '../../src/index.js';
import { canonical } from '../../src/state/canonical.js';
import { refuseUnhandledRejections } from '../ask/server.js';
import { hookedStore, type HookedStore } from './hooked-store.js';
import { Host, REFUSED, yes, type HostOptions, type Register } from './server.js';

refuseUnhandledRejections();

const CANARY = 'CANARY';
const willing = { confirm: yes({ confirm: true }) };
const OLD = { kid: 'old', secret: new Uint8Array(32).fill(1) };
const NEW = { kid: 'new', secret: new Uint8Array(32).fill(2) };

/** Two rounds and a step before each ask; what it keeps is full of canaries. */
const stepping =
  (done: string[]): Register =>
  (_server, rounds) => {
    rounds.tool('t', {}, async (_args, ask) => {
      const made = await ask.once('make', () => `${CANARY}-step ${done.push('make')}`);
      await ask.confirm('confirm', 'Go?');
      const memo = await ask.memo('memo', () => `${CANARY}-memo`);
      const sent = await ask.once('send', () => `${CANARY}-step ${done.push('send')}`);
      return text([made, memo, sent, `${CANARY}-result`].join(' '));
    });
  };

async function asked(store: HookedStore, options: HostOptions = {}) {
  const done: string[] = [];
  const host = new Host(stepping(done), { store, ...options });
  const { state } = await host.tool('t', {});
  const retry = (at = host) => at.tool('t', {}, { state, answers: willing });
  return { host, done, retry, state };
}

describe('what a store is given', () => {
  it('cannot be read where states are encrypted; where they are signed, it can', async () => {
    for (const encrypt of [true, false]) {
      const store = hookedStore();
      const { retry } = await asked(store, { encrypt });
      expect((await retry()).text).toContain(CANARY);
      const readable = store.written.map(
        (word) =>
          `${word} ${word
            .split('.')
            .map((part) => Buffer.from(part, 'base64url').toString())
            .join(' ')}`,
      );
      expect(readable.join('\n').includes(CANARY)).toBe(!encrypt);
    }
  });

  it('tells nothing of the answers: they cannot be guessed and checked, nor found again in another flow', async () => {
    const store = hookedStore();
    const [one, two] = [await asked(store, { encrypt: true }), await asked(store, { encrypt: true })];
    store.written.length = 0;
    await one.retry();
    const [flow, , , fingerprint = ''] = claimOf(store);
    expect(flow).toBe((one.host.events[0] as { flow: string }).flow);
    store.written.length = 0;
    await two.retry();
    expect(claimOf(store)[3]).not.toBe(fingerprint);
    for (const guess of [willing, { confirm: yes({ confirm: false }) }]) {
      for (const known of ['', `${flow} `, `${flow} 2 `, `${flow}2`]) {
        const hash = createHash('sha256')
          .update(`${known}${canonical(guess)}`)
          .digest('base64url');
        expect(fingerprint).not.toBe(hash);
      }
    }
    expect(fingerprint).toMatch(/^[\w-]{43}$/);
  });

  it('is not for the process’s own store, which keeps it as it is', async () => {
    const inner = memoryStore();
    const done: string[] = [];
    const host = new Host(stepping(done), { store: inner });
    const { state } = await host.tool('t', {});
    await host.tool('t', {}, { state, answers: willing });
    const run = host.events.findLast((event) => event.type === 'step_run');
    expect(await inner.beginStep(String(run?.flow), String(run?.record), Date.now() + 1000)).toEqual({
      kind: 'done',
      value: '["CANARY-step 2"]',
    });
  });
});

/** Flow, round, owner and fingerprint of the claim. */
function claimOf(store: HookedStore): string[] {
  const at = store.written.findIndex((word) => /^[\w-]{43}$/.test(word));
  return store.written.slice(at - 3, at + 1);
}

describe('a record that somebody has changed', () => {
  const CHANGES: [string, (record: string) => string][] = [
    ['in one character', (record) => `${record.slice(0, -1)}${record.endsWith('A') ? 'B' : 'A'}`],
    ['into a text of their own', () => '["forged"]'],
    ['into nothing', () => ''],
    ['into a result of their own', () => JSON.stringify({ content: [{ type: 'text', text: 'forged' }] })],
  ];

  it.each(CHANGES)('%s: an outcome is not given, and nothing runs', async (_name, change) => {
    for (const encrypt of [false, true]) {
      const store = hookedStore();
      const { retry, done, host } = await asked(store, { encrypt });
      await retry();
      store.tamper = change;
      const reply = await retry();
      expect(reply.error).toMatchObject({ code: -32_603, data: { reason: 'store_corrupt' } });
      expect(JSON.stringify([reply, host.events])).not.toMatch(/CANARY|forged/);
      store.tamper = (record) => record;
      expect((await retry()).text).toContain('CANARY-step 1 CANARY-memo CANARY-step 2');
      expect(done).toEqual(['make', 'send']);
    }
  });

  it.each(CHANGES)('%s: a step is not replayed from it, and not done again', async (_name, change) => {
    for (const encrypt of [false, true]) {
      const store = hookedStore();
      const { retry, done } = await asked(store, { encrypt });
      store.tamper = change;
      expect((await retry()).error?.data).toEqual({ reason: 'store_corrupt' });
      expect(done).toEqual(['make']);
      store.tamper = (record) => record;
      expect((await retry()).error).toBeUndefined();
      expect(done).toEqual(['make', 'send']);
    }
  });

  it('moved from another flow, another step or another kind of record: refused', async () => {
    const store = hookedStore();
    const kept: string[] = [];
    store.tamper = (record) => {
      kept.push(record);
      return record;
    };
    const other = await asked(store);
    await other.retry();
    await other.retry();
    // What was read: the step before the ask, its memo and the step after it, and the outcome.
    const records = [...new Set(kept)];
    expect(records).toHaveLength(4);
    for (const record of records) {
      store.tamper = (own) => own;
      const { retry, done } = await asked(store);
      store.tamper = () => record;
      expect((await retry()).error?.data).toEqual({ reason: 'store_corrupt' });
      expect(done).toEqual(['make']);
    }
  });

  it('a state is no record, and a record is no state', async () => {
    const store = hookedStore();
    const { host, retry, state } = await asked(store);
    let record = '';
    store.tamper = (own) => {
      record = own;
      return String(state);
    };
    expect((await retry()).error?.data).toEqual({ reason: 'store_corrupt' });
    expect(record.split('.')).toHaveLength(3);
    store.tamper = (own) => own;
    expect((await host.tool('t', {}, { state: record, answers: willing })).error).toEqual(REFUSED);
    expect(host.events.at(-1)).toMatchObject({ type: 'rejected', reason: 'place' });
  });
});

describe('keys that rotate', () => {
  /** The same servers on one store, before the new key, with both, and after the old one has gone. */
  async function rotating(options: HostOptions = {}) {
    const store = hookedStore();
    const done: string[] = [];
    const [before, during, after] = [[OLD], [NEW, OLD], [NEW]].map(
      (keys) => new Host(stepping(done), { store, keys, ...options }),
    ) as [Host, Host, Host];
    const first = await before.tool('t', {});
    const retry = (host: Host) => host.tool('t', {}, { state: first.state, answers: willing });
    return { before, during, after, retry, done };
  }

  it.each([false, true])('encrypt: %s: a state and the steps of before open after the rotation', async (encrypt) => {
    const { during, retry, done } = await rotating({ encrypt });
    expect((await retry(during)).text).toBe('CANARY-step 1 CANARY-memo CANARY-step 2 CANARY-result');
    expect(done).toEqual(['make', 'send']);
  });

  it.each([false, true])('encrypt: %s: an outcome is repeated on both sides of a rotation', async (encrypt) => {
    for (const order of ['old first', 'new first']) {
      const { before, during, retry, done } = await rotating({ encrypt });
      const [first, second] = order === 'old first' ? [before, during] : [during, before];
      const reply = await retry(first);
      const repeat = await retry(second);
      if (order === 'old first') expect(repeat.bytes).toBe(reply.bytes);
      // A replica that has not got the new key yet cannot read what was sealed with it: it says so and does nothing.
      else expect(repeat.error?.data).toEqual({ reason: 'store_corrupt' });
      expect(done).toEqual(['make', 'send']);
    }
  });

  it('at once on both sides of a rotation: one run', async () => {
    const { before, during, retry, done } = await rotating();
    const replies = await Promise.all([retry(before), retry(during), retry(before)]);
    expect(done).toEqual(['make', 'send']);
    const texts = new Set(replies.map((reply) => reply.error?.message ?? reply.text));
    expect(texts.size).toBeLessThanOrEqual(2);
  });

  it('a state under a retired key is refused', async () => {
    const { after, retry, done } = await rotating();
    expect((await retry(after)).error).toEqual(REFUSED);
    expect(done).toEqual(['make']);
  });

  it('a step under a retired key is told, not done again', async () => {
    const store = hookedStore();
    const done: string[] = [];
    const register: Register = (_server, rounds) => {
      rounds.tool('t', {}, async (_args, ask) => {
        await ask.once('make', () => done.push('make'));
        await ask.confirm('a', 'A?');
        await ask.confirm('b', 'B?');
        return text('done');
      });
    };
    const [before, during, after] = [[OLD], [NEW, OLD], [NEW]].map((keys) => new Host(register, { store, keys })) as [
      Host,
      Host,
      Host,
    ];
    const one = await before.tool('t', {});
    const two = await during.tool('t', {}, { state: one.state, answers: { a: yes({ a: true }) } });
    const three = await after.tool('t', {}, { state: two.state, answers: { b: yes({ b: true }) } });
    expect(three.error).toMatchObject({ code: -32_603, data: { reason: 'store_corrupt' } });
    expect(done).toEqual(['make']);
  });
});
