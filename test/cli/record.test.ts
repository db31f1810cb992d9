import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { record, type RecordOptions } from '../../src/cli/record/record.js';
import { replay, type ReplayCommandOptions } from '../../src/cli/record/replay.js';
import { accept, type Revision } from '../../src/client/index.js';

const CANARY = 'rosebud-4711@example.com';
const desk = { command: process.execPath, args: ['kit/mesa-de-ayuda.mjs'] };
const call = { tool: 'escalate_ticket', args: { ticketId: 'T-1' } };
const details = { priority: 'p1', area: 'login', customerEmail: CANARY };

let folder: string;
let out: string;
let written: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vuelta-record-'));
  out = join(folder, 'desk.yaml');
  written = '';
});
afterEach(() => rm(folder, { recursive: true }));

const keep = (text: string): void => {
  written += text;
};
const common = { target: desk, print: keep, tell: keep } as const;

async function answerFile(content: object = details): Promise<string> {
  const path = join(folder, 'answers.json');
  await writeFile(path, JSON.stringify({ answers: { details: { action: 'accept', content } } }));
  return path;
}

const recording = async (more: Partial<RecordOptions> = {}): Promise<number> =>
  record({ ...common, connect: { stderr: 'ignore' }, call, out, answerFile: await answerFile(), ...more });
const replaying = (more: Partial<ReplayCommandOptions> = {}): Promise<number> =>
  replay({ ...common, connect: { stderr: 'ignore' }, file: out, ...more });

describe.each<Revision>(['2026-07-28', '2025-11-25'])('a stdio server on %s', (revision) => {
  it('0 written, 0 the same, in a new process of the server', async () => {
    expect(await recording({ connect: { stderr: 'ignore', revision } })).toBe(0);
    expect(written).toBe(`recorded: 1 round that asked, ended with result; ${out}\n`);
    written = '';
    expect(await replaying({ answerFile: await answerFile() })).toBe(0);
    expect(written).toBe('same\n');
    expect(await readFile(out, 'utf8')).not.toContain(CANARY);
  });

  it('keeps answers when told to, for the owner only', async () => {
    expect(await recording({ keepAnswers: true, connect: { stderr: 'ignore', revision } })).toBe(0);
    expect(await readFile(out, 'utf8')).toContain(`customerEmail: ${CANARY}`);
    expect((await stat(out)).mode % 0o1000).toBe(0o600);
    expect(await replaying()).toBe(0);
    expect(written).not.toContain(CANARY);
  });
});

it('writes to stdout, or JSON by the name of the file', async () => {
  const { out: _, ...rest } = { ...common, connect: { stderr: 'ignore' } as const, call, out };
  expect(await record({ ...rest, answerFile: await answerFile() })).toBe(0);
  expect(written).toMatch(/^# A recording of Vuelta\.[\s\S]*\nend:\n/u);
  const json = join(folder, 'desk.json');
  expect(await recording({ out: json })).toBe(0);
  expect(JSON.parse(await readFile(json, 'utf8'))).toMatchObject({ recording: 1, call });
  expect(await replaying({ file: json, answerFile: await answerFile() })).toBe(0);
});

it('1 a difference, in words or as JSON', async () => {
  expect(await recording({ keepAnswers: true })).toBe(0);
  const text = await readFile(out, 'utf8');
  await writeFile(out, text.replace('what is going on?', 'what happened?'));
  written = '';
  expect(await replaying()).toBe(1);
  expect(written).toBe(
    'different\n  Round 1, asks.details.message: the recording has "Escalate T-1: what happened?", and the server sent "Escalate T-1: what is going on?".\n',
  );
  written = '';
  expect(await replaying({ json: true })).toBe(1);
  expect(JSON.parse(written)).toMatchObject({ same: false, round: 1, path: 'asks.details.message' });
});

it('2 wrong usage, and nothing is written', async () => {
  const cases: [Partial<RecordOptions>, string][] = [
    [{ answerFile: await answerFile({}) }, 'answer_invalid'],
    [{ answerFile: join(folder, 'none.yaml') }, 'answer_file_invalid'],
    [{ answers: { details: accept(details) } }, 'Give answers or an answer file, not both'],
    [{ call: {} as never, answerFile: await answerFile() }, 'exactly one of tool, prompt and resource'],
    [{ out: join(folder, 'no', 'such', 'folder.yaml') }, 'cannot be written'],
  ];
  for (const [more, said] of cases) {
    written = '';
    if (more.answerFile !== join(folder, 'answers.json')) await answerFile();
    if (said === 'answer_invalid') await answerFile({});
    const base = { ...common, connect: { stderr: 'ignore' } as const, call, out };
    expect(await record({ ...base, answerFile: join(folder, 'answers.json'), ...more }), said).toBe(2);
    expect(written).toContain(said);
    expect(written).not.toContain(CANARY);
    await expect(stat(out)).rejects.toThrow();
  }
});

it('2 for an ask without an entry and an entry without an ask; a warning if loose', async () => {
  const path = join(folder, 'answers.yaml');
  const more = `answers:\n  - answer: { action: accept, content: { priority: p1, area: login } }\n  - match: { key: typo }\n    answer: decline\n`;
  await writeFile(path, more);
  expect(await recording({ answerFile: path })).toBe(2);
  expect(written).toContain("answer_unused\n  No ask wanted answers[1] (line 3, key 'typo')");
  written = '';
  expect(await recording({ answerFile: path, loose: true, overwrite: true })).toBe(0);
  expect(written).toContain('vuelta: warning answer_unused');
  await writeFile(path, 'answers: []');
  written = '';
  expect(await recording({ answerFile: path, overwrite: true })).toBe(2);
  expect(written).toContain('ask_unanswered');
});

it('2 does not write over a file, and says so before the call', async () => {
  await writeFile(out, 'mine');
  expect(await recording({ target: { command: 'no-such-program' } })).toBe(2);
  expect(written).toContain(`There is a file ${out} already`);
  expect(await readFile(out, 'utf8')).toBe('mine');
  expect(await recording({ overwrite: true })).toBe(0);
});

it('2 for a recording that is none, and for answers that it does not keep', async () => {
  expect(await replaying()).toBe(2);
  expect(written).toContain(`The recording ${out} cannot be read: ENOENT.`);
  expect(await recording()).toBe(0);
  written = '';
  expect(await replaying()).toBe(2);
  expect(written).toContain("Give the answers to 'details' (round 1)");
});

it('3 the server cannot be reached', async () => {
  const target = { command: process.execPath, args: ['-e', 'process.exit(1)'] };
  expect(await recording({ target })).toBe(3);
  expect(written).toContain('connect_failed');
  await expect(stat(out)).rejects.toThrow();
});
