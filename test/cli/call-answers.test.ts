import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ended, FIXTURES, REPO, vuelta } from './vuelta.js';

const KIT = join(REPO, 'kit/servidor.mjs');
const WORKSHOP = join(FIXTURES, 'workshop.mjs');
const ROGUE = join(FIXTURES, 'rogue.mjs');
const BOOK = ['reservar_vaga', '--arg', 'turma_id=html-01', '--arg', 'email=a@b.co'];
const YES = ['--answer', 'confirmar={"confirmar":true}'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vuelta-call-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const call = (args: readonly string[]): Promise<Ended> => vuelta(['call', ...args]);

async function answerFile(text: string): Promise<string> {
  const path = join(folder, `${Math.random()}.yaml`);
  await writeFile(path, text);
  return path;
}

describe('answers', () => {
  it('come from a file', async () => {
    const file = await answerFile(
      'answers:\n  - match: { message: Reservar }\n    answer: { action: accept, content: { confirmar: true } }\n',
    );
    expect((await call([KIT, ...BOOK, '--answers', file])).code).toBe(0);
  });

  it('--answer goes first, then the file, then --decline', async () => {
    const file = await answerFile('answers: { right: { action: accept, content: { right: true } } }');
    const { code, stdout } = await call([WORKSHOP, 'pair', '--answer', 'left=cancel', '--answers', file]);
    expect(stdout).toContain('cancel false, accept true');
    expect(code).toBe(5);
    const rest = await call([WORKSHOP, 'pair', '--answers', file, '--decline']);
    expect(rest).toMatchObject({ code: 0 });
    expect(rest.stdout).toContain('decline false, accept true');
  });

  it('4: an answer that nobody asked for, after the result; loose, it is a warning', async () => {
    const args = [KIT, ...BOOK, ...YES, '--answer', 'typo=decline'];
    const strict = await call(args);
    expect(strict.code).toBe(4);
    expect(strict.stdout).toContain('reservado: html-01');
    expect(strict.stderr).toMatch(/answer_unused\n {2}No ask wanted .*'typo'/u);
    const loose = await call([...args, '--loose']);
    expect(loose.code).toBe(0);
    expect(loose.stderr).toContain('vuelta: warning answer_unused');
  });

  it('4: an ask that no answer is for says what there was', async () => {
    const { code, stderr } = await call([KIT, ...BOOK, '--answer', 'typo={"confirmar":true}']);
    expect(code).toBe(4);
    expect(stderr).toContain("Nothing in --answer answers 'confirmar' (form)");
    expect(stderr).toContain("key 'typo'");
  });

  it('--yes takes defaults, says yes, and makes nothing up', async () => {
    const [boxes, careful, greet] = await Promise.all([
      call([WORKSHOP, 'boxes', '--yes']),
      call([WORKSHOP, 'careful', '--yes']),
      call([WORKSHOP, 'greet', '--yes']),
    ]);
    expect(boxes.stdout).toMatch(/\n\{"copies":2,"gift":false,"terms":true\}\n$/u);
    expect(careful.stdout).toMatch(/\n\{"sure":true\}\n$/u);
    expect(greet.code).toBe(4);
    expect(greet.stderr).toContain("--yes is no answer to 'who' (form)");
    expect(greet.stderr).toContain('name: is required');
  });

  it('sampling has a bare result, declared with --caps', async () => {
    const word = { role: 'assistant', model: 'm', content: { type: 'text', text: 'hi' } };
    const answer = ['--answer', `word=${JSON.stringify({ result: word })}`];
    const { code, stdout } = await call([WORKSHOP, 'model', ...answer]);
    expect(code).toBe(0);
    expect(stdout).toContain('answered  result');
    const without = await call([WORKSHOP, 'model', ...answer, '--caps', 'form']);
    expect(without.code).toBe(3);
    expect(without.stderr).toContain('Missing: sampling');
  });

  it('an address is consented to, shown, and not opened', async () => {
    const { code, stdout } = await call([WORKSHOP, 'pay', '--yes']);
    expect(code).toBe(0);
    expect(stdout).toContain('asked     pay (url): Pay there. https://pay.example.com/one\nanswered  accept');
  });

  it('F47 an address that must not be followed is cancelled whatever the options say; nobody went away', async () => {
    const { code, stdout, stderr } = await call([ROGUE, 'elsewhere', '--yes']);
    expect(stdout).toContain('answered  cancel');
    expect(stderr).toContain('address_refused');
    expect(stderr).not.toContain('token=secret');
    expect(code).toBe(0);
  });
});

describe('what is printed', () => {
  it('a canary in every kind of answer is nowhere, also when the server repeats it in its next question', async () => {
    const content = '{"name":"rosebud-4711","pin":48151623}';
    const file = await answerFile(
      `answers:\n  who: { action: accept, content: ${content} }\n  sure: { action: accept, content: { sure: true } }\n`,
    );
    const shapes = [
      ['--answer', `who=${content}`, '--answer', 'sure={"sure":true}'],
      ['--answers', file],
      ['--answer', `who=${content}`, '--answer', 'sure={"sure":1}'],
      ['--answer', `who=${content}`],
    ];
    for (const more of shapes) {
      const all = await Promise.all([
        call([WORKSHOP, 'greet', ...more]),
        call([WORKSHOP, 'greet', ...more, '--json']),
        call([WORKSHOP, 'greet', ...more, '--json', '--revision', '2025-11-25']),
      ]);
      for (const { code, stdout, stderr } of all) {
        expect([0, 4]).toContain(code);
        expect(stdout).toContain('Who are you?');
        expect(stdout + stderr).not.toMatch(/rosebud|48151623/u);
      }
    }
  });

  it.each([
    ['longer than what an error shows', `rosebud-${'z'.repeat(400)}`],
    ['of several lines', 'rosebud\n4711'],
  ])('an answer %s is not in an error about a later question that repeats it', async (_which, name) => {
    const who = `who=${JSON.stringify({ name })}`;
    const file = await answerFile(JSON.stringify({ answers: { who: { action: 'accept', content: { name } } } }));
    for (const more of [
      ['--answer', who],
      ['--answers', file],
      ['--answer', who, '--yes'],
    ]) {
      const { code, stdout, stderr } = await call([WORKSHOP, 'insist', ...more, '--json']);
      expect(code).toBe(4);
      expect(stderr).toContain('"Why, <answer who.name>?"');
      expect(stdout + stderr).not.toMatch(/rosebud|zzz|4711/u);
    }
  });

  it('a wrong --answer, a bad token and a wrong header are not repeated', async () => {
    for (const more of [
      ['--answer', 'confirmar=rosebud'],
      ['--answer', 'confirmar=["rosebud"]'],
      ['--answer', 'confirmar={"action":"accept","content":{"confirmar":{"is":"rosebud"}}}'],
      ['--token', 'rosebud rosebud'],
    ]) {
      const { code, stderr } = await call([KIT, ...BOOK, ...more]);
      expect(code, more[1]).toBe(2);
      expect(stderr).not.toContain('rosebud');
    }
  });

  it('F46 nothing of a hostile server reaches the terminal as a command', async () => {
    const { stdout, stderr } = await call([join(FIXTURES, 'hostile.mjs'), 'strike', '--yes']);
    expect(stdout).toContain('answered  accept');
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u);
  });

  it('other contents are named by kind', async () => {
    const { stdout } = await call([WORKSHOP, 'paint']);
    expect(stdout).toContain('result\npainted red\n(image, image/png, 3 bytes)\n(resource_link, note, note://1)\n');
  });

  it('the raw first round is shown also when it breaks the revision', async () => {
    for (const more of [['--raw'], ['--yes']]) {
      const { code, stdout, stderr } = await call([ROGUE, 'nested', ...more]);
      expect(code).toBe(3);
      expect(stdout).toContain('"properties": "none"');
      expect(stderr).toContain('protocol_violation');
    }
  });
});
