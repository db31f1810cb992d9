import { describe, expect, it } from 'vitest';
import { booking } from './booking.js';
import { Host, REFUSED, yes, type Reply } from './server.js';

const answers = { confirm: yes() };

/** A host with one open question for `book`, seat 1A; F33: the same retry, unchanged, has to work before a refusal means anything. */
async function asked(seat: unknown = '1A') {
  const booked: string[] = [];
  const host = new Host(booking(booked));
  const first = await host.tool('book', { seat });
  const control = await host.tool('book', { seat }, { state: first.state, answers });
  expect(control.text).toMatch(/^booked/);
  booked.length = 0;
  host.events.length = 0;
  return { booked, host, state: first.state };
}

function expectRefused(reply: Reply, { booked, host }: Awaited<ReturnType<typeof asked>>, reason: string): void {
  expect(reply.error).toEqual(REFUSED);
  expect(booked).toEqual([]);
  expect(host.events).toMatchObject([{ type: 'rejected', reason }]);
}

describe('F35 F33 a state opens only where it was sealed', () => {
  it('F35 state of tool A at tool B', async () => {
    const setting = await asked();
    expectRefused(await setting.host.tool('hold', { seat: '1A' }, { state: setting.state, answers }), setting, 'place');
  });

  it('F35 other arguments, more arguments, fewer arguments', async () => {
    for (const args of [
      { seat: '1B' },
      { seat: '1A', extra: 1 },
      {},
      { seat: ['1A'] },
      { seat: null },
      { Seat: '1A' },
    ]) {
      const setting = await asked();
      expectRefused(await setting.host.tool('book', args, { state: setting.state, answers }), setting, 'arguments');
    }
  });

  it('F35 a tool state at a prompt of the same name and arguments', async () => {
    const booked: string[] = [];
    const host = new Host((server, rounds) => {
      booking(booked)(server, rounds);
      rounds.prompt('book', {}, () => ({ messages: [] }));
    });
    const { state } = await host.tool('book', { seat: '1A' });
    const moved = await host.prompt('book', { seat: '1A' }, { state, answers });
    expect(moved.error).toEqual(REFUSED);
    expect(host.events.at(-1)).toMatchObject({ type: 'rejected', reason: 'place', method: 'prompts/get' });
  });

  it('F35 another server with the same key, told apart by its name or its audience', async () => {
    const booked: string[] = [];
    const { state } = await new Host(booking([])).tool('book', { seat: '1A' });
    const other = new Host(booking(booked), { name: 'other' });
    expect((await other.tool('book', { seat: '1A' }, { state, answers })).error).toEqual(REFUSED);
    const named = new Host(booking(booked), { audience: 'elsewhere' });
    expect((await named.tool('book', { seat: '1A' }, { state, answers })).error).toEqual(REFUSED);
    expect(booked).toEqual([]);
    const replica = new Host(booking(booked), { name: 'replica', audience: 'turmas' });
    expect((await replica.tool('book', { seat: '1A' }, { state, answers })).text).toBe('booked book 1A');
  });

  it('F35 other prompt arguments, another resource, another row of a template', async () => {
    const booked: string[] = [];
    const host = new Host(booking(booked));
    const prompt = await host.prompt('invite', { seat: '1A' });
    expect((await host.prompt('invite', { seat: '1B' }, { state: prompt.state, answers })).error).toEqual(REFUSED);
    const row = await host.resource('seat://row/1');
    for (const uri of ['seat://row/2', 'seat://fixed', 'seat://row/1?x']) {
      expect((await host.resource(uri, { state: row.state, answers })).error).toEqual(REFUSED);
    }
    expect(booked).toEqual([]);
    expect((await host.prompt('invite', { seat: '1A' }, { state: prompt.state, answers })).text).toBe(
      'booked invite 1A',
    );
    expect((await host.resource('seat://row/1', { state: row.state, answers })).text).toBe('opened seat://row/1');
  });

  it('F35 a number that JSON cannot write is other arguments than null', async () => {
    const setting = await asked(null);
    const reply = await setting.host.tool(
      'book',
      { seat: '@' },
      {
        state: setting.state,
        answers,
        edit: (body) => body.replace('"@"', '1e999'),
      },
    );
    expectRefused(reply, setting, 'arguments');
  });

  it('a URI in another spelling is the same resource, since the SDK reads it as one', async () => {
    const booked: string[] = [];
    const host = new Host(booking(booked));
    const { state } = await host.resource('seat://row/1');
    const reply = await host.resource('SEAT://row/./1', { state, answers });
    expect(reply.text).toBe('opened seat://row/1');
  });
});

describe('F36 what a proxy may change', () => {
  it('F36 argument order and white space', async () => {
    const booked: string[] = [];
    const host = new Host(booking(booked));
    const { state } = await host.tool('book', { seat: '1A', deep: { a: 1, b: [{ c: 2, d: 3 }] } });
    const reordered = { deep: { b: [{ d: 3, c: 2 }], a: 1 }, seat: '1A' };
    const reply = await host.tool('book', reordered, {
      state,
      answers,
      edit: (body) => JSON.stringify(JSON.parse(body), null, 3).replaceAll('3,', '3.0 ,'),
    });
    expect(reply.text).toBe('booked book 1A');
  });

  it('F36 the order of a list is not white space', async () => {
    const setting = await asked([1, 2]);
    const swapped = await setting.host.tool('book', { seat: [2, 1] }, { state: setting.state, answers });
    expectRefused(swapped, setting, 'arguments');
  });
});
