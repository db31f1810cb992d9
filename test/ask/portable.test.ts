import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { text } from '../../src/index.js';
import { accept, refuseUnhandledRejections, tool } from './server.js';

refuseUnhandledRejections();

/** A runtime without `node:crypto` and without `setImmediate`: digests come later, ticks are timers. */
describe('a runtime with WebCrypto only', () => {
  beforeEach(() => {
    vi.stubGlobal(
      'process',
      Object.create(process, { getBuiltinModule: { value: () => undefined } }) as typeof process,
    );
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const three = (events: boolean) =>
    tool(
      async (ask) => {
        const given = await Promise.all(
          ['a', 'b', 'c'].map((key) => ask.confirm(key, `${'x'.repeat(key === 'a' ? 200_000 : 1)} ${key}?`)),
        );
        const key = await ask.once('step', ({ idempotencyKey }) => idempotencyKey.length);
        return text(`${given.map(({ confirmed }) => confirmed).join(' ')} ${key}`);
      },
      events ? { keys: [{ kid: 'w', secret: new Uint8Array(32).fill(1) }] } : {},
    );

  it('A3 A15 asks share a round in the order of the handler, whichever digest is there first', async () => {
    const { call, events } = three(true);
    const first = await call.first();
    expect(first.keys).toEqual(['a', 'b', 'c']);
    const second = await call.answer(first, { b: accept({ b: true }) });
    expect(second.keys).toEqual(['a', 'c']);
    const reply = await call.answer(second, { a: accept({ a: true }), c: accept({ c: false }) });
    expect(reply.text).toBe('true true false 43');
    expect(events.map(({ type }) => type)).not.toContain('drift');
  });

  it('A2 an ask whose digest is not there yet is pending all the same', async () => {
    const { call } = tool((ask) => {
      void ask.confirm('a', 'A?');
      return text('booked');
    });
    expect((await call.first()).error?.data).toEqual({ reason: 'ask_swallowed' });
  });

  it('A11 two questions under one key are found out later too', async () => {
    const { call } = tool(async (ask) => {
      await Promise.allSettled([ask.confirm('k', 'One?'), ask.confirm('k', 'Two?')]);
      return text('swallowed');
    });
    expect((await call.first()).error?.data).toEqual({ reason: 'key_reused' });
    const same = tool(async (ask) => {
      const both = await Promise.all([ask.confirm('k', 'One?'), ask.confirm('k', 'One?')]);
      return text(both.map(({ action }) => action).join(' '));
    });
    expect((await same.call.play(() => accept({ k: true }))).text).toBe('accept accept');
  });

  it('A3 without setImmediate the tick ends at a timer', async () => {
    vi.stubGlobal('setImmediate', undefined);
    const { call } = three(false);
    const reply = await call.play((key) => accept({ [key]: true }));
    expect(reply.text).toBe('true true true 43');
  });
});
