import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../src/client/index.js';
import { MAIN, REPO, vuelta, vueltaChild } from './vuelta.js';

const DESK = join(REPO, 'kit/mesa-de-ayuda.mjs');
const ANSWERS = `
answers:
  - match: { key: details }
    answer: { action: accept, content: { priority: p2, area: billing } }
`;

let folder: string;
let answers: string;
let recording: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vuelta-calls-'));
  answers = join(folder, 'answers.yaml');
  recording = join(folder, 'desk.yaml');
  await writeFile(answers, ANSWERS);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('vuelta record and vuelta replay', () => {
  const call = ['escalate_ticket', '--arg', 'ticketId=T-1'];

  it('records a call of a module, and replays it on a command', async () => {
    const recorded = await vueltaChild(['record', DESK, ...call, '--answers', answers, '--out', recording]);
    expect(recorded).toMatchObject({ code: 0, stdout: '' });
    expect(await readFile(recording, 'utf8')).toContain('tool: escalate_ticket');
    const again = await vueltaChild(['replay', recording, '--answers', answers, '--', process.execPath, DESK]);
    expect(again).toMatchObject({ code: 0, stdout: 'same\n' });
  });

  it('says what is different, and ends with 1', async () => {
    const changed = join(folder, 'changed.yaml');
    const text = await readFile(recording, 'utf8');
    await writeFile(changed, text.replace('what is going on?', 'what is wrong?'));
    const { code, stdout } = await vuelta(['replay', DESK, changed, '--answers', answers]);
    expect(code).toBe(1);
    expect(stdout).toContain('different');
  });

  it('prints the recording when no file is named', async () => {
    const { code, stdout } = await vuelta(['record', ...call, '--answers', answers, '--', process.execPath, DESK]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^recording: 1$/mu);
  });

  it.each([
    ['no name', ['record', DESK], /Which tool\?/u],
    ['no recording', ['replay', DESK], /Which recording\?/u],
    ['no target', ['record'], /Which tool\?/u],
    ['an argument that is none', ['record', DESK, 'escalate_ticket', '--arg', 'T-1'], /An --arg is 'name=text'/u],
    ['an argument that is no JSON', ['record', DESK, 'escalate_ticket', '--arg', 'n:=x'], /must be JSON/u],
    ['arguments that are no object', ['record', DESK, 'escalate_ticket', '--args', '[1]'], /must be a JSON object/u],
    ['both ways to give arguments', ['record', DESK, 'a', '--args', '{}', '--arg', 'a=b'], /not both/u],
    ['a resource with arguments', ['record', DESK, 'a:b', '--resource', '--arg', 'a=b'], /takes no arguments/u],
    ['nobody who answers', ['record', DESK, ...call], /ask_unanswered/u],
    ['another revision', ['record', DESK, ...call, '--revision', '2024-01-01'], /Allowed choices are/u],
  ])('2: %s', async (_name, args, said) => {
    const { code, stdout, stderr } = await vuelta(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(said);
  });

  it('3: no server', async () => {
    const { code, stderr } = await vuelta(['record', 'http://127.0.0.1:9/mcp', ...call]);
    expect(code).toBe(3);
    expect(stderr).toContain('Could not connect');
  });
});

describe('vuelta conformance-fixture', () => {
  it('serves until it is told to stop', async () => {
    const child = spawn(process.execPath, [MAIN, 'conformance-fixture'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const first = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
    const harness = await connect(String(first.value));
    expect((await harness.listTools()).length).toBeGreaterThan(3);
    await harness.close();
    child.kill('SIGTERM');
    const code = await new Promise((done) => child.once('close', done));
    expect(code).toBe(0);
  });

  it('2: a port that is none', async () => {
    const { code, stderr } = await vuelta(['conformance-fixture', '--port', '70000']);
    expect(code).toBe(2);
    expect(stderr).toContain('Give a port');
  });
});
