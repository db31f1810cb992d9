import { describe, expect, it } from 'vitest';
import { text } from '../../src/index.js';
import { booking } from './booking.js';
import { Host, REFUSED, yes, type HostOptions } from './server.js';

const answers = { confirm: yes() };

/** A clock to turn by hand. */
function clock(start = 1_800_000_000_000) {
  let time = start;
  return { now: () => time, forward: (seconds: number) => (time += seconds * 1000) };
}

describe('F35 the life of a state', () => {
  async function after(seconds: number, options: HostOptions = {}) {
    const { now, forward } = clock();
    const booked: string[] = [];
    const host = new Host(booking(booked), { now, ...options });
    const { state } = await host.tool('book', { seat: '1A' });
    forward(seconds);
    return { reply: await host.tool('book', { seat: '1A' }, { state, answers }), booked, host };
  }

  it('F35 it opens until its last second and not in the next', async () => {
    expect((await after(599)).reply.text).toBe('booked book 1A');
    expect((await after(600)).reply.error).toEqual(REFUSED);
    const late = await after(601);
    expect(late.reply.error).toEqual(REFUSED);
    expect(late.booked).toEqual([]);
    expect(late.host.events.at(-1)).toMatchObject({ type: 'rejected', reason: 'expired' });
  });

  it('F35 ttlSeconds says how long', async () => {
    expect((await after(3599, { ttlSeconds: 3600 })).reply.text).toBe('booked book 1A');
    expect((await after(2, { ttlSeconds: 1 })).reply.error).toEqual(REFUSED);
  });

  it('F35 one made in the future: five seconds are allowed for clocks that differ, or what is set', async () => {
    expect((await after(-5)).reply.text).toBe('booked book 1A');
    const early = await after(-6);
    expect(early.reply.error).toEqual(REFUSED);
    expect(early.host.events.at(-1)).toMatchObject({ reason: 'future' });
    expect((await after(-1, { clockSkewSeconds: 0 })).reply.error).toEqual(REFUSED);
    expect((await after(-60, { clockSkewSeconds: 60 })).reply.text).toBe('booked book 1A');
  });
});

describe("expired: 'ask'", () => {
  const attach = { tools: { book: { expired: 'ask' as const } } };

  async function expired(options: HostOptions, edit?: (state: string) => string, given: object = answers) {
    const { now, forward } = clock();
    const booked: string[] = [];
    const host = new Host(booking(booked), { now, attach, ...options });
    const { state = '' } = await host.tool('book', { seat: '1A' });
    forward(1000);
    const reply = await host.tool('book', { seat: '1A' }, { state: edit?.(state) ?? state, answers: given });
    return { reply, booked, host, state };
  }

  it('asks again, and the late answer counts for nothing', async () => {
    const { reply, booked, host } = await expired({});
    expect(reply.asks).toHaveProperty('confirm');
    expect(booked).toEqual([]);
    expect(host.events).toMatchObject([
      { type: 'asked', round: 1 },
      { type: 'restarted' },
      { type: 'asked', round: 1 },
    ]);
    const [first, , second] = host.events as { flow?: string }[];
    expect(second?.flow).not.toBe(first?.flow);
    expect((await host.tool('book', { seat: '1A' }, { state: reply.state, answers })).text).toBe('booked book 1A');
  });

  it('is for authentic states of this request only', async () => {
    const forged = await expired({}, (state) => `${state.slice(0, -1)}${state.endsWith('A') ? 'B' : 'A'}`);
    expect(forged.reply.error).toEqual(REFUSED);
    const { now, forward } = clock();
    const host = new Host(booking([]), { now, attach });
    const { state } = await host.tool('book', { seat: '1A' });
    forward(1000);
    expect((await host.tool('book', { seat: '2B' }, { state, answers })).error).toEqual(REFUSED);
    const other = await expired({ attach: { tools: { hold: { expired: 'ask' } } } });
    expect(other.reply.error).toEqual(REFUSED);
  });

  it('does not start over once an effect is done', async () => {
    const { now, forward } = clock();
    const effects: string[] = [];
    const host = new Host(
      (_server, rounds) => {
        rounds.tool('pay', { expired: 'ask' }, async (_args, ask) => {
          await ask.confirm('one', 'Go?');
          await ask.once('pay', () => effects.push('paid'));
          await ask.confirm('two', 'Really?');
          return text('done');
        });
      },
      { now },
    );
    const one = await host.tool('pay', {});
    const two = await host.tool('pay', {}, { state: one.state, answers: { one: yes({ one: true }) } });
    forward(1000);
    expect((await host.tool('pay', {}, { state: two.state, answers: {} })).error).toEqual(REFUSED);
    expect(effects).toHaveLength(1);
  });
});
