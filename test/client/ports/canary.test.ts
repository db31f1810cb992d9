import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { PseudoTerminal } from './fixtures/pseudo-terminal.js';

const PROGRAM = resolve(import.meta.dirname, 'fixtures/canary.mjs');
const CANARY = 'canary-7f3a';
const EMAIL = `${CANARY}@example.com`;

afterEach(() => PseudoTerminal.closeAll());

/** Runs the program with these lines at its stdin and gives all that it wrote. */
async function run(port: string, email: string, lines: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [PROGRAM, port, email], { stdio: 'pipe' });
  child.stdin.end(lines.map((line) => `${line}\n`).join(''));
  const [stdout, stderr] = await Promise.all([readText(child.stdout), readText(child.stderr)]);
  return { stdout, stderr };
}

describe('what a person answers is written nowhere', () => {
  it.each([
    ['terminal', '', ['', '1', 'login', '', EMAIL, 'n'], 'accept  result', true],
    ['chain', '', ['', '1', '2', '3', EMAIL, 'y'], 'accept  result', true],
    ['answers', EMAIL, [], 'accept  result', true],
    ['terminal', '', ['', '1', 'login', CANARY, CANARY, CANARY], 'cancel  result', false],
    ['terminal', '', [CANARY, CANARY, CANARY], 'cancel  result', false],
    ['terminal', '', ['', '1', CANARY, CANARY], 'cancel  result', false],
    ['answers', CANARY, [], ' answer_invalid', false],
    ['autonomous', EMAIL, [], 'cancel  result', false],
  ])('%s, with %j and %j', async (port, email, lines, actions, delivered) => {
    const { stdout, stderr } = await run(port, email, lines);
    expect(stdout, stderr).toContain(`\nACTIONS ${actions}\nDELIVERED ${delivered}\nEND\n`);
    expect(stderr).toContain('OUTPUT');
    expect(stdout).not.toContain(CANARY);
    expect(stderr).not.toContain(CANARY);
  });

  it('a terminal echoes what is typed, and writes it nowhere else', async () => {
    const person = await PseudoTerminal.open(`node ${PROGRAM} terminal`);
    await person.until('cancel\n');
    await person.keys('Enter');
    for (const field of ['Priority', 'Area', 'Affected customers']) {
      await person.until(`◆  ${field}`);
      await person.keys('Enter');
    }
    await person.until('◆  Customer email');
    await person.keys(EMAIL, 'Enter');
    await person.until('◆  Is it an outage?');
    await person.keys('Enter');
    const screen = await person.until('\nEND\n');
    const at = screen.indexOf('\nOUTPUT\n');
    expect(screen.slice(0, at)).toContain(EMAIL);
    expect(screen.slice(at)).toContain('DELIVERED true');
    expect(screen.slice(at)).not.toContain(CANARY);
  });
});
