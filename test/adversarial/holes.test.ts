import { createRequestStateCodec, inputRequired } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { text } from '../../src/index.js';
import { booking, confirm } from '../guard/booking.js';
import { Host, REFUSED, yes, type HostOptions, type Reply, type Register } from '../guard/server.js';

const answers = { confirm: yes() };
const inherited = JSON.parse('{"__proto__":{"confirm":{"action":"accept","content":{"ok":true}}}}') as unknown;

/** The same handlers on the SDK's server as it is, and behind the guard. F33: on both, a plain retry has to book exactly once. */
async function both(register: (booked: string[]) => Register, bareOptions: HostOptions = {}) {
  const make = async (guarded: boolean) => {
    const booked: string[] = [];
    const host = new Host(register(booked), guarded ? {} : { guarded, ...bareOptions });
    const { state } = await host.tool('book', { seat: 'control' });
    const retry = await host.tool('book', { seat: 'control' }, { state, answers });
    expect(retry.text).toBe('booked book control');
    expect(booked.splice(0)).toEqual(['book control']);
    return { host, booked };
  };
  return { bare: await make(false), guarded: await make(true) };
}

describe('hole 1: a first call that brings its answer', () => {
  it('F33 books on the bare SDK, without anybody being asked; not behind the guard', async () => {
    const { bare, guarded } = await both(booking);
    expect((await bare.host.tool('book', { seat: '1A' }, { answers })).text).toBe('booked book 1A');
    expect(bare.booked).toEqual(['book 1A']);
    const reply = await guarded.host.tool('book', { seat: '1A' }, { answers });
    expect(reply.asks).toHaveProperty('confirm');
    expect(guarded.booked).toEqual([]);
  });
});

describe('hole 2: an answer through a prototype', () => {
  it('F34 F33 books on the bare SDK; not behind the guard, in no round', async () => {
    const { bare, guarded } = await both(booking);
    expect((await bare.host.tool('book', { seat: '1A' }, { answers: inherited })).text).toBe('booked book 1A');
    const first = await guarded.host.tool('book', { seat: '1A' }, { answers: inherited });
    expect(first.asks).toHaveProperty('confirm');
    const second = await guarded.host.tool('book', { seat: '1A' }, { state: first.state, answers: inherited });
    expect(second.asks).toHaveProperty('confirm');
    expect(guarded.booked).toEqual([]);
  });
});

describe('hole 3: a state that moves', () => {
  const codec = createRequestStateCodec<{ asked: true }>({ key: 'k'.repeat(32) });

  /** Tools that rely on a signed state: who has one has been asked. */
  const signed = (booked: string[]): Register => {
    return (server) => {
      for (const name of ['book', 'cancel']) {
        server.registerTool(name, { inputSchema: z.object({ seat: z.string() }) }, async ({ seat }, ctx) => {
          if (ctx.mcpReq.requestState() === undefined || ctx.mcpReq.inputResponses?.['confirm'] === undefined) {
            const requestState = await codec.mint({ asked: true });
            return inputRequired({ inputRequests: { confirm: confirm(`${name} ${seat}?`) }, requestState });
          }
          booked.push(`${name} ${seat}`);
          return text(`booked ${name} ${seat}`);
        });
      }
    };
  };
  const verify: HostOptions = {
    server: { requestState: { verify: (state, ctx) => codec.verify(state, ctx) } },
  };

  it.each([
    ['another tool', 'cancel', '1A'],
    ['other arguments', 'book', '9Z'],
  ])(
    'F35 F33 to %s: goes through on the bare SDK with its own codec; not behind the guard',
    async (_name, tool, seat) => {
      const { bare, guarded } = await both(signed, verify);
      const move = async (host: Host): Promise<Reply> => {
        const { state } = await host.tool('book', { seat: '1A' });
        return host.tool(tool, { seat }, { state, answers });
      };
      expect((await move(bare.host)).text).toBe(`booked ${tool} ${seat}`);
      expect((await move(guarded.host)).error).toEqual(REFUSED);
      expect([bare.booked, guarded.booked]).toEqual([[`${tool} ${seat}`], []]);
    },
  );
});
