import { resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { PseudoTerminal } from './fixtures/pseudo-terminal.js';

const DRIVE = resolve(import.meta.dirname, 'fixtures/drive.mjs');

afterEach(() => PseudoTerminal.closeAll());

const sit = (tool: string, env: Record<string, string> = {}, more = 'en'): Promise<PseudoTerminal> =>
  PseudoTerminal.open(`node ${DRIVE} ${tool} ${more}`, env);

/** What the server was answered, or how the call failed. */
async function ending(person: PseudoTerminal): Promise<string> {
  const screen = await person.until('\nEND\n');
  return /^(?:RESULT|FAILED) [^]*?(?=\nEND)/mu.exec(screen)?.[0].replaceAll('\n', '') ?? screen;
}

describe('a person at a terminal', () => {
  it('answers every kind of field, with keys and with defaults', async () => {
    const person = await sit('everything');
    const first = await person.until('cancel\n');
    for (const line of [
      'ferry-desk asks, in everything:',
      'Your crossing:',
      '- Seats (whole number, from 1 to 9, required, Enter takes: 2)',
    ])
      expect(first).toContain(line);
    await person.keys('Enter');
    expect(await person.until('◆  Name')).toContain('As on the badge.');
    await person.keys('A', 'Enter');
    await person.until('must have at least 2 characters. 2 tries left.');
    await person.keys('Ana', 'Enter');
    await person.until('◆  Email');
    await person.keys('Enter');
    await person.until('◆  Seats');
    await person.keys('Enter');
    await person.until('● Small');
    await person.keys('Down');
    await person.until('● Large');
    await person.keys('Enter');
    await person.until('◻ wed');
    await person.keys('Space', 'Down', 'Down', 'Space');
    await person.until('◼ wed');
    await person.keys('Enter');
    await person.until('◆  Vegan');
    await person.keys('y');
    await person.until('◆  News');
    await person.keys('Enter');
    expect(await ending(person)).toBe(
      'RESULT {"action":"accept","content":{"name":"Ana","seats":2,"size":"l","days":["mon","wed"],"vegan":true,"news":true}}',
    );
  });

  it('F17 Enter takes what is highlighted: an option, a mark, and No where nothing is preset', async () => {
    const person = await sit('everything', {}, 'es');
    await person.until('cancelar\n');
    await person.keys('Enter');
    await person.until('◆  Name');
    await person.keys('Ana', 'Enter');
    for (const field of ['Email', 'Seats', 'Size', 'Days', 'Vegan', 'News']) {
      await person.until(`◆  ${field}`);
      await person.keys('Enter');
    }
    expect(await ending(person)).toBe(
      'RESULT {"action":"accept","content":{"name":"Ana","seats":2,"size":"s","days":["mon"],"vegan":false,"news":true}}',
    );
  });

  it('says yes with the letter of the language', async () => {
    const person = await sit('confirm', {}, 'pt');
    await person.until('recusar');
    await person.keys('Enter');
    await person.until('○ Sim / ● Não');
    await person.keys('s');
    expect(await ending(person)).toBe('RESULT {"confirmed":true,"action":"accept"}');
  });

  it('optional lists can be left out', async () => {
    const person = await sit('optional');
    await person.until('cancel\n');
    await person.keys('Enter');
    for (const field of ['size', 'days', 'vegan']) {
      expect(await person.until(`◆  ${field}`)).toContain('(leave out)');
      await person.keys('Enter');
    }
    expect(await ending(person)).toBe('RESULT {"action":"accept","content":{}}');
  });

  it.each([
    ['n', 'decline'],
    ['q', 'cancel'],
    ['Escape', 'cancel'],
    ['C-d', 'cancel'],
  ])('F25 %s at the start: %s', async (key, action) => {
    const person = await sit('confirm');
    await person.until('cancel\n');
    await person.keys(key);
    expect(await ending(person)).toBe(`RESULT {"confirmed":false,"action":"${action}"}`);
  });

  it('F25 Esc at a field cancels the question', async () => {
    const person = await sit('confirm');
    await person.until('cancel\n');
    await person.keys('Enter');
    await person.until('○ Yes / ● No');
    await person.keys('Escape');
    expect(await ending(person)).toBe('RESULT {"confirmed":false,"action":"cancel"}');
    expect(await person.screen()).toContain('Cancelled.');
  });

  it.each(['start', 'field'])('Ctrl-C at the %s cancels the call, and the terminal works afterwards', async (where) => {
    const person = await sit('confirm');
    await person.until('cancel\n');
    if (where === 'field') {
      await person.keys('Enter');
      await person.until('○ Yes / ● No');
    }
    await person.keys('C-c');
    expect(await ending(person)).toBe('FAILED client_aborted');
    expect((await person.screen()).match(/INTERRUPTED/g)).toHaveLength(1);
    await person.keys('echoed');
    await person.until('echoed');
  });

  it('F19 three bad tries lose one ask of two', async () => {
    const person = await sit('two');
    await person.until('cancel\n');
    await person.keys('Enter');
    for (const [at, left] of ['2 tries left', '1 try left', 'in three tries: cancelled'].entries()) {
      await person.until('◆  seats');
      await person.keys(`x${at}`, 'Enter');
      await person.until(left);
    }
    await person.until('How many on the way back?');
    await person.until('◆  ferry-desk');
    await person.keys('Enter');
    await person.until('◆  seats');
    await person.keys('7', 'Enter');
    expect(await ending(person)).toBe(
      'RESULT {"first":{"action":"cancel"},"second":{"action":"accept","content":{"seats":7}}}',
    );
  });

  it('F77 a required text that is left empty three times is cancelled', async () => {
    const person = await sit('two');
    await person.until('cancel\n');
    await person.keys('Enter');
    for (const left of ['2 tries left', '1 try left', 'in three tries: cancelled']) {
      await person.until('◆  seats');
      await person.keys('Enter');
      await person.until(left);
    }
    await person.until('How many on the way back?');
    await person.until('◆  ferry-desk');
    await person.keys('q');
    expect(await ending(person)).toBe('RESULT {"first":{"action":"cancel"},"second":{"action":"cancel"}}');
  });

  it('F78 a message longer than the screen is read page by page before there is a yes', async () => {
    const person = await sit('long');
    const first = await person.until('read on');
    expect(first).not.toContain('is deleted');
    expect(first).not.toMatch(/^.*answer$/mu);
    await person.keys('Enter');
    await person.until('read on', 2);
    await person.keys('Enter');
    expect(await person.until('answer\n')).toContain('and your account is deleted');
    await person.keys('Enter');
    await person.until('○ Yes / ● No');
    await person.keys('y');
    expect(await ending(person)).toBe('RESULT {"confirmed":true,"action":"accept"}');
  });

  it('F78 it can be declined on any page', async () => {
    const person = await sit('long');
    await person.until('read on');
    await person.keys('n');
    expect(await ending(person)).toBe('RESULT {"confirmed":false,"action":"decline"}');
  });

  it('F48 an address is shown, and waits', async () => {
    const person = await sit('visit');
    const screen = await person.until('cancel\n');
    expect(screen).toContain('Address: https://pay.example.com/?a=1&calc&b=%22x%22');
    expect(screen).toContain('Host: pay.example.com');
    await person.keys('Enter');
    expect(await ending(person)).toBe('RESULT {"action":"accept"}');
  });

  it('F46 escapes of a server do nothing, and its lines have our bar before them', async () => {
    const person = await sit('hostile');
    await person.until('cancel\n');
    await person.keys('Enter');
    await person.until('● red');
    const screen = await person.screen(true);
    expect(screen).toContain('ferry-desk asks, in hostile:');
    expect(screen).not.toContain('\u001b[41m');
    expect(screen).toContain('⟨U+202E⟩esrever');
    const lines = (await person.screen()).split('\n').filter((line) => /xxx|bank asks/u.test(line));
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) expect(line).toMatch(/^[│◆]/u);
    await person.keys('Enter');
    expect(await ending(person)).toBe('RESULT {"action":"accept","content":{"size":"s"}}');
  });

  it('what was typed before a question was there does not answer it', async () => {
    const person = await sit('late');
    await person.until('CALLING');
    await person.keys('Enter', 'n', 'Enter', 'y');
    await person.until('cancel\n');
    await person.keys('q');
    expect(await ending(person)).toBe('RESULT {"confirmed":false,"action":"cancel"}');
  });

  it('F42 a question that nobody waits for is taken away', async () => {
    const person = await sit('confirm', {}, 'en 1500');
    await person.until('Nobody waits for this answer any more');
    expect(await ending(person)).toBe('FAILED client_timeout');
    await person.keys('echoed');
    await person.until('echoed');
  });
});

describe('the terminal itself', () => {
  const SGR = '\u001b[';

  it('has colours, and none with NO_COLOR', async () => {
    const coloured = await sit('confirm');
    await coloured.until('cancel\n');
    expect(await coloured.screen(true)).toContain(SGR);
    const plain = await sit('confirm', { NO_COLOR: '1' });
    await plain.until('cancel\n');
    await plain.keys('Enter');
    await plain.until('○ Yes / ● No');
    await plain.keys('y');
    expect(await ending(plain)).toBe('RESULT {"confirmed":true,"action":"accept"}');
    expect(await plain.screen(true)).not.toContain(SGR);
  });

  it('asks with whole lines where TERM is dumb', async () => {
    const person = await sit('confirm', { TERM: 'dumb' });
    await person.until('Enter answers, n declines, q cancels');
    await person.keys('Enter');
    await person.until('\n>');
    await person.keys('yes', 'Enter');
    expect(await ending(person)).toBe('RESULT {"confirmed":true,"action":"accept"}');
    expect(await person.screen(true)).not.toContain(SGR);
  });

  it.each([
    ['C-c', 'FAILED client_aborted'],
    ['C-d', 'RESULT {"confirmed":false,"action":"cancel"}'],
  ])('where TERM is dumb, %s ends it cleanly', async (key, expected) => {
    const person = await sit('confirm', { TERM: 'dumb' });
    await person.until('q cancels');
    await person.keys(key);
    expect(await ending(person)).toBe(expected);
  });

  it('where TERM is dumb, what was typed before the question does not answer it', async () => {
    const person = await sit('late', { TERM: 'dumb' });
    await person.until('CALLING');
    await person.keys('n', 'Enter', 'n', 'Enter');
    await person.until('q cancels');
    await person.keys('q', 'Enter');
    expect(await ending(person)).toBe('RESULT {"confirmed":false,"action":"cancel"}');
  });

  it('speaks the language of the environment', async () => {
    const person = await sit('confirm', { LC_ALL: '', LC_MESSAGES: '', LANG: 'pt_BR.UTF-8' }, '');
    await person.until('ferry-desk pergunta, em confirm:');
  });
});
