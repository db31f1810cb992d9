import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { PseudoTerminal } from '../client/ports/fixtures/pseudo-terminal.js';
import { FIXTURES, MAIN, REPO, vueltaChild } from './vuelta.js';

const KIT = join(REPO, 'kit/servidor.mjs');
const WORKSHOP = join(FIXTURES, 'workshop.mjs');
const LINE = `${KIT} reservar_vaga --arg turma_id=html-01 --arg email=a@b.co`;
const BOOK = ['reservar_vaga', '--arg', 'turma_id=html-01', '--arg', 'email=a@b.co'];
const ESCAPE = String.fromCodePoint(0x1b);

afterEach(() => PseudoTerminal.closeAll());

/** A person types the line into a shell; the exit code is on the screen afterwards. */
async function sit(line: string, env: Record<string, string> = {}): Promise<PseudoTerminal> {
  const person = await PseudoTerminal.open('bash --norc --noprofile', { PS1: '% ', ...env });
  await person.until('%');
  await person.keys(`${process.execPath} ${MAIN} call ${line}; echo C""ODE $?`, 'Enter');
  return person;
}

async function code(person: PseudoTerminal): Promise<number> {
  const screen = await person.until('CODE ');
  return Number(/CODE (?<code>\d+)/u.exec(screen)?.groups?.['code']);
}

describe('at a terminal', () => {
  it('F81 the line of the course asks and books, and shows nothing raw', async () => {
    const person = await sit(LINE);
    const screen = await person.until('q  cancel');
    expect(screen).not.toContain('resultType');
    expect(screen).toContain('turmas asks, in reservar_vaga:');
    await person.keys('Enter');
    await person.until('○ Yes / ● No');
    await person.keys('y');
    expect(await code(person)).toBe(0);
    const end = await person.screen();
    expect(end).toContain('answered  accept');
    expect(end).toContain('reservado: html-01 para a@b.co (restam 2)');
  });

  it('F25 Esc cancels and exits 5, n declines and exits 1', async () => {
    const [away, no] = await Promise.all([sit(LINE), sit(LINE)]);
    await Promise.all([away.until('q  cancel'), no.until('q  cancel')]);
    await Promise.all([away.keys('Escape'), no.keys('n')]);
    expect([await code(away), await code(no)]).toEqual([5, 1]);
    expect(await away.screen()).toContain('answered  cancel');
    expect(await no.screen()).toContain('answered  decline');
  });

  it('Ctrl-C at a question cancels the call: exit 5, and no answer was given', async () => {
    const person = await sit(LINE);
    await person.until('q  cancel');
    await person.keys('C-c');
    expect(await code(person)).toBe(5);
    const screen = await person.screen();
    expect(screen).toContain('vuelta: cancelled');
    expect(screen).not.toContain('answered');
  });

  it('Ctrl-C while the server works cancels the call, and its line of progress goes away', async () => {
    const person = await sit(`${WORKSHOP} slow`);
    expect(await person.until('sawing 1/3')).toContain('round 1: waiting for the server');
    await person.keys('C-c');
    expect(await code(person)).toBe(5);
    const screen = await person.screen();
    expect(screen).toContain('the saw stops');
    expect(screen).not.toContain('waiting for the server');
  });

  it('Ctrl-C reaches a server on stdio too', async () => {
    const person = await sit(`slow -- ${process.execPath} ${join(REPO, 'dist/cli/serve-module.js')} ${WORKSHOP}`);
    await person.until('sawing 1/3');
    await person.keys('C-c');
    expect(await code(person)).toBe(5);
  });

  it('speaks the language of the person', async () => {
    const person = await sit(`${LINE} --lang es`);
    expect(await person.until('cancelar')).toContain('turmas pregunta, en reservar_vaga:');
    await person.keys('Escape');
    expect(await code(person)).toBe(5);
  });

  it('--json keeps stdout for the document: the question is on stderr', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vuelta-call-'));
    const file = join(folder, 'call.json');
    const person = await sit(`${LINE} --json > ${file}`);
    await person.until('q  cancel');
    await person.keys('Enter');
    await person.until('○ Yes / ● No');
    await person.keys('y');
    expect(await code(person)).toBe(0);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ ending: { kind: 'result' }, exit: 0 });
    await rm(folder, { recursive: true });
  });

  it.each([
    ['NO_COLOR', { NO_COLOR: '1' }, 'q  cancel', '○ Yes / ● No'],
    ['a dumb terminal', { TERM: 'dumb' }, 'q cancels', '\n>'],
  ])('works with %s', async (_name, env, start, field) => {
    const person = await sit(LINE, env);
    await person.until(start);
    await person.keys('Enter');
    await person.until(field);
    await person.keys('y', 'Enter');
    expect(await code(person)).toBe(0);
    expect(await person.screen(true)).not.toContain(`${ESCAPE}[3`);
  });

  it('a file first, then the person, when the file is loose', async () => {
    const answer = '--answer left=decline --loose';
    const person = await sit(`${WORKSHOP} pair ${answer}`);
    expect(await person.until('q  cancel')).toContain('Right?');
    await person.keys('Enter');
    await person.until('○ Yes / ● No');
    await person.keys('y');
    expect(await code(person)).toBe(0);
    expect(await person.screen()).toContain('decline false, accept true');
  });
});

describe('through a pipe', () => {
  it('answers the line of the course', async () => {
    const { code, stdout, stderr } = await vueltaChild(['call', KIT, ...BOOK], { input: '\ny\n' });
    expect(code).toBe(0);
    expect(stdout).toContain('reservado: html-01');
    expect(stdout).not.toContain('turmas asks');
    expect(stderr).toContain('turmas asks, in reservar_vaga:');
    expect(stdout + stderr).not.toContain(ESCAPE);
  });

  it('works in CI, where a silent pipe is nobody', async () => {
    const env = { CI: 'true' };
    expect((await vueltaChild(['call', KIT, ...BOOK], { env, input: '\ny\n' })).code).toBe(0);
    expect((await vueltaChild(['call', KIT, ...BOOK], { env })).code).toBe(3);
  });

  it('the end of the input cancels', async () => {
    const { code, stdout } = await vueltaChild(['call', KIT, ...BOOK], { input: '\n' });
    expect(code).toBe(5);
    expect(stdout).toContain('answered  cancel');
  });

  it('what was typed is nowhere', async () => {
    const input = '\nrosebud-4711\n48151623\n\ny\n';
    for (const more of [[], ['--json'], ['--json', '--revision', '2025-11-25']]) {
      const { code, stdout, stderr } = await vueltaChild(['call', WORKSHOP, 'greet', ...more], { input });
      expect(code).toBe(0);
      expect(stdout).toContain('welcome');
      expect(stdout).not.toMatch(/rosebud|48151623/u);
      // The question in which the server repeats it is for the eyes of the person.
      const asked = stderr.split('Are you rosebud-4711, with 48151623?');
      expect(asked).toHaveLength(2);
      expect(asked.join('')).not.toMatch(/rosebud|48151623/u);
    }
  });
});
