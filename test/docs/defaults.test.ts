import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memoryStore, text, type Rounds } from '../../src/index.js';
import { Host, REFUSED, yes, type Reply } from '../guard/server.js';

const PLACE = join(import.meta.dirname, '../..');
const MINUTE = 60_000;
const given = { answers: { confirm: yes({ confirm: true }) } };

/** A process with the defaults, but for the keys, which an operator sets; its memory, which is one a process, is as after a restart. */
function start(done: string[], options: { now?: () => number } = {}): Host {
  return new Host(
    (_server: unknown, rounds: Rounds) => {
      rounds.tool('book', {}, async (_args, ask) => {
        const { confirmed } = await ask.confirm('confirm', 'Book?');
        if (confirmed) await ask.once('book', () => done.push('booked'));
        return text('booked');
      });
      rounds.tool('hold', {}, async (_args, ask) => {
        await ask.once('hold', () => done.push('held'));
        await ask.confirm('confirm', 'Keep it?');
        return text('kept');
      });
    },
    { store: memoryStore(), ...options },
  );
}

const ask = (host: Host, tool: string): Promise<Reply> => host.tool(tool, {});

describe('F69: what the defaults give, as the README says it', () => {
  it('a repeat does nothing again while the process lives, and does its work again after a restart', async () => {
    const done: string[] = [];
    const first = start(done);
    const { state } = await ask(first, 'book');
    await first.tool('book', {}, { state, ...given });
    expect((await first.tool('book', {}, { state, ...given })).text).toBe('booked');
    expect(done).toEqual(['booked']);
    expect((await start(done).tool('book', {}, { state, ...given })).text).toBe('booked');
    expect(done).toEqual(['booked', 'booked']);
  });

  it('a call that did a step before a restart ends with step_lost, and the step is not done again', async () => {
    const done: string[] = [];
    const { state } = await ask(start(done), 'hold');
    const { error } = await start(done).tool('hold', {}, { state, ...given });
    expect(error?.data).toEqual({ reason: 'step_lost' });
    expect(done).toEqual(['held']);
  });

  it('without authentication a state works for whoever holds it; with it, for its user only', async () => {
    const userOf = (sub: string) => ({
      token: sub,
      clientId: 'app',
      scopes: [],
      extra: { iss: 'https://id.example', sub },
    });
    const host = start([]);
    const open = await host.tool('book', {}, { auth: undefined });
    expect((await host.tool('book', {}, { state: open.state, ...given, auth: undefined })).text).toBe('booked');
    const ofAna = await host.tool('book', {}, { auth: userOf('ana') });
    expect((await host.tool('book', {}, { state: ofAna.state, ...given, auth: userOf('eva') })).error).toEqual(REFUSED);
    expect((await host.tool('book', {}, { state: ofAna.state, ...given, auth: userOf('ana') })).text).toBe('booked');
  });

  it('a person has ten minutes', async () => {
    let now = Date.now();
    const host = start([], { now: () => now });
    const [soon, late] = [await ask(host, 'book'), await ask(host, 'book')];
    now += 10 * MINUTE - 1000;
    expect((await host.tool('book', {}, { state: soon.state, ...given })).text).toBe('booked');
    now += 2000;
    expect((await host.tool('book', {}, { state: late.state, ...given })).error).toEqual(REFUSED);
  });

  it.each([
    ['README.md', ['forgets at a restart', 'One process', 'Without authentication', 'ten minutes']],
    ['README.es.md', ['olvida al reiniciar', 'Un solo proceso', 'Sin autenticación', 'diez minutos']],
    ['docs/start/first-tool.md', ['forgets at a restart', 'one process', 'Without authentication', 'ten minutes']],
    ['docs/start/curso.md', ['se reinicia, lo olvida', 'sin autenticación', 'diez minutos']],
  ])('%s says so', async (page, said) => {
    const words = (await readFile(join(PLACE, page), 'utf8')).replaceAll(/\s+/gu, ' ');
    for (const one of said) expect(words).toContain(one);
  });
});
