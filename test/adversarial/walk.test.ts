import { describe, expect, it } from 'vitest';
import { booking } from '../guard/booking.js';
import { BASE64URL, Host, REFUSED, yes } from '../guard/server.js';

const answers = { confirm: yes() };

/** A small generator with a seed, so that a failure can be had again. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe.each([false, true])('over the wire (encrypt: %s)', (encrypt) => {
  it('F31 F32 F33 a state with any one character changed books nothing; the state itself books once', async () => {
    const booked: string[] = [];
    const host = new Host(booking(booked), { encrypt });
    const { state = '' } = await host.tool('book', { seat: '1A' });
    for (let at = 0; at < state.length; at += 1) {
      const value = BASE64URL.indexOf(state.charAt(at));
      const other = value === -1 ? 'A' : BASE64URL.charAt(value ^ 1);
      const changed = state.slice(0, at) + other + state.slice(at + 1);
      const { error } = await host.tool('book', { seat: '1A' }, { state: changed, answers });
      expect(error, `character ${at}`).toEqual(REFUSED);
    }
    expect(booked).toEqual([]);
    expect((await host.tool('book', { seat: '1A' }, { state, answers })).text).toBe('booked book 1A');
  });

  it('F32 random damage: never an exception of ours, never a booking', async () => {
    const booked: string[] = [];
    const host = new Host(booking(booked), { encrypt });
    const { state = '' } = await host.tool('book', { seat: '1A' });
    const pick = random(encrypt ? 7 : 42);
    const damage = [
      (text: string, at: number) => text.slice(0, at),
      (text: string, at: number) => text.slice(at),
      (text: string, at: number) => text.slice(0, at) + text.slice(at + 1 + pick(9)),
      (text: string, at: number) => text.slice(0, at) + text.slice(at, at + 9) + text.slice(at),
      (text: string, at: number) => text.slice(0, at) + String.fromCodePoint(pick(0xd7ff)) + text.slice(at + 1),
      (text: string, at: number) => `${text.slice(0, at)}.${text.slice(at + 1)}`,
      (text: string, at: number) => text.slice(at) + text.slice(0, at),
    ];
    for (let i = 0; i < 300; i += 1) {
      const changed = damage[pick(damage.length)]?.(state, pick(state.length)) ?? '';
      if (changed === state) continue;
      const { error } = await host.tool('book', { seat: '1A' }, { state: changed, answers });
      expect(error, JSON.stringify(changed)).toEqual(REFUSED);
    }
    expect(booked).toEqual([]);
  });
});

describe('what an attacker can learn', () => {
  it('F35 the answer is the same, whatever is wrong with a state', async () => {
    let time = 1_800_000_000_000;
    const host = new Host(booking([]), { now: () => time });
    const ana = { token: 't', clientId: 'ana', scopes: [] };
    const { state = '' } = await host.tool('book', { seat: '1A' }, { auth: ana });
    const tries = [
      () => host.tool('book', { seat: '1A' }, { state: '', auth: ana }),
      () => host.tool('book', { seat: '1A' }, { state: 'x'.repeat(100_000), auth: ana }),
      () => host.tool('book', { seat: '1A' }, { state: `${state}=`, auth: ana }),
      () => host.tool('hold', { seat: '1A' }, { state, auth: ana }),
      () => host.tool('nobody', { seat: '1A' }, { state, auth: ana }),
      () => host.tool('book', { seat: '1B' }, { state, auth: ana }),
      () => host.tool('book', { seat: '1A' }, { state }),
      () => {
        time += 1_000_000;
        return host.tool('book', { seat: '1A' }, { state, auth: ana });
      },
    ];
    const replies: string[] = [];
    for (const attempt of tries) {
      const { status, error } = await attempt();
      replies.push(JSON.stringify({ status, error }));
    }
    expect(new Set(replies).size).toBe(1);
    const reasons = host.events.flatMap((event) => (event.type === 'rejected' ? [event.reason] : []));
    expect(reasons).toEqual([
      'malformed',
      'oversized',
      'signature',
      'place',
      'place',
      'arguments',
      'principal',
      'expired',
    ]);
  });
});
