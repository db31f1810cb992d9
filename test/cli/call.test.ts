import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { McpServer } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallDocument } from '../../src/cli/call/document.js';
import { listen } from '../../src/cli/serve/listener.js';
import { importModule } from '../../src/cli/target.js';
import { Sessions } from '../../src/cli/serve/sessions.js';
import { type Ended, FIXTURES, MAIN, REPO, vuelta, vueltaChild } from './vuelta.js';

const KIT = join(REPO, 'kit/servidor.mjs');
const DESK = join(REPO, 'kit/mesa-de-ayuda.mjs');
const WORKSHOP = join(FIXTURES, 'workshop.mjs');
const BOOK = ['reservar_vaga', '--arg', 'turma_id=html-01', '--arg', 'email=a@b.co'];
const YES = ['--answer', 'confirmar={"confirmar":true}'];
const QUESTION = 'Reservar 1 vaga em "HTML semântico para agentes" para a@b.co?';
const REVISIONS = ['2026-07-28', '2025-11-25'] as const;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vuelta-call-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const call = (args: readonly string[]): Promise<Ended> => vuelta(['call', ...args]);
const callChild = (args: readonly string[]): Promise<Ended> => vueltaChild(['call', ...args]);

async function inJson(
  args: readonly string[],
  run = call,
): Promise<{ readonly ended: Ended; readonly document: CallDocument }> {
  const ended = await run([...args, '--json']);
  return { ended, document: JSON.parse(ended.stdout) as CallDocument };
}

async function answerFile(text: string): Promise<string> {
  const path = join(folder, `${Math.random()}.yaml`);
  await writeFile(path, text);
  return path;
}

describe('the line that the course shows', () => {
  it('prints the first round raw, the question with the action, the result, and exits 0', async () => {
    const { code, stdout, stderr } = await callChild([KIT, ...BOOK, ...YES]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [first, rest = ''] = stdout.split('\n\nasked     ');
    const raw = JSON.parse(first?.replace('round 1\n', '') ?? '') as Record<string, unknown>;
    expect(raw).toMatchObject({
      resultType: 'input_required',
      inputRequests: { confirmar: { params: { message: QUESTION } } },
    });
    expect(raw['requestState']).toMatch(/^<state: \d+ bytes, [\da-f]{8}>$/u);
    expect(rest).toBe(
      `confirmar (form): ${QUESTION}\nanswered  accept\n\nresult\nreservado: html-01 para a@b.co (restam 2)\n`,
    );
  });

  it('--decline exits 1, --cancel 5, and the server tells them apart from yes', async () => {
    const [declined, cancelled] = await Promise.all([
      callChild([KIT, ...BOOK, '--decline']),
      callChild([KIT, ...BOOK, '--cancel']),
    ]);
    expect(declined.code).toBe(1);
    expect(declined.stdout).toContain('answered  decline\n\nresult (isError)\nreserva cancelada pelo usuário\n');
    expect(cancelled.code).toBe(5);
    expect(cancelled.stdout).toContain('answered  cancel\n');
  });

  it('--no-elicitation exits 3 and names elicitation.form', async () => {
    const { code, stderr } = await callChild([KIT, ...BOOK, '--no-elicitation']);
    expect(code).toBe(3);
    expect(stderr).toContain('error -32021');
    expect(stderr).toContain('Missing: elicitation.form');
    expect(stderr).not.toContain('Nobody is here');
  });

  it('--raw prints the first round, and nothing else, and exits 0', async () => {
    const { code, stdout, stderr } = await call([KIT, ...BOOK, '--raw']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ resultType: 'input_required' });
  });

  it('--show-state shows the state that is masked otherwise', async () => {
    const { stdout } = await call([KIT, ...BOOK, '--raw', '--show-state']);
    expect((JSON.parse(stdout) as { requestState: string }).requestState).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/u);
  });

  it('F24 with nobody there nothing is declared, and the way out is said', async () => {
    const { code, stderr } = await call([KIT, ...BOOK]);
    expect(code).toBe(3);
    expect(stderr).toContain('Missing: elicitation.form');
    expect(stderr).toContain('Nobody is here to answer');
  });
});

describe.each(REVISIONS)('the same line on %s', (revision) => {
  const line = ['escalate_ticket', '--arg', 'ticketId=T-1', '--revision', revision];
  const answer = ['--answer', 'details={"priority":"p1","area":"login"}'];
  const booked = /Escalated T-1 as p1 in login\. Reference ESC-\d+\.\n$/u;

  it('works on a command over stdio', async () => {
    const { code, stdout } = await call([...line, ...answer, '--', process.execPath, DESK]);
    expect(code).toBe(0);
    expect(stdout).toMatch(booked);
  });

  it('works on a module', async () => {
    const { code, stdout } = await call([DESK, ...line, ...answer]);
    expect(code).toBe(0);
    expect(stdout).toMatch(booked);
  });

  it('the first round of the course line is shown raw, on a module and over stdio', async () => {
    const args = [...BOOK, '--raw', '--revision', revision];
    for (const { code, stdout } of await Promise.all([call([KIT, ...args]), call([...args, '--', 'node', KIT])])) {
      expect(code).toBe(0);
      expect(JSON.stringify(JSON.parse(stdout))).toContain(JSON.stringify(QUESTION));
    }
  });

  it('F25 decline and cancel reach the server as such', async () => {
    const [no, away] = await Promise.all([
      call([...line, '--decline', '--', 'node', DESK]),
      call([...line, '--cancel', '--', 'node', DESK]),
    ]);
    expect(no.stdout).toContain('The agent chose not to escalate T-1.');
    expect(no.code).toBe(0);
    expect(away.stdout).toContain('was closed without an answer');
    expect(away.code).toBe(5);
  });
});

describe('the same line on an address', () => {
  const line = ['escalate_ticket', '--arg', 'ticketId=T-1', '--answer', 'details={"priority":"p1","area":"login"}'];

  it('on 2026-07-28, with a header and a token', async () => {
    const child = spawn(process.execPath, [DESK, '--http', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
    const { value } = await createInterface(child.stderr)[Symbol.asyncIterator]().next();
    const url = String(value);
    const { code, stdout } = await call([url, ...line, '--token', 'abc', '--header', 'X-Desk: 1']);
    child.kill();
    expect(code).toBe(0);
    expect(stdout).toContain('Escalated T-1 as p1 in login.');
  });

  it('on 2025-11-25, with a session', async () => {
    const sent: string[] = [];
    const fail = (error: Error): never => {
      throw error;
    };
    const { createServer } = await importModule(DESK);
    const sessions = new Sessions(createServer as () => McpServer, fail);
    const listener = await listen(
      0,
      (request) => {
        sent.push(request.headers.get('authorization') ?? '');
        return sessions.fetch(request);
      },
      fail,
    );
    const { code, stdout } = await call([
      `${listener.origin}/mcp`,
      ...line,
      '--revision',
      '2025-11-25',
      '--token',
      'abc',
    ]);
    await sessions.close();
    await listener.close();
    expect(code).toBe(0);
    expect(stdout).toContain('Escalated T-1 as p1 in login.');
    expect(new Set(sent)).toEqual(new Set(['Bearer abc']));
  });
});

describe('--json', () => {
  it('is one document, and everything for people is on stderr', async () => {
    const { ended, document } = await inJson([KIT, ...BOOK, ...YES]);
    expect(ended.code).toBe(0);
    expect(ended.stderr).toContain('answered  accept');
    expect(document).toMatchObject({
      target: 'kit/servidor.mjs',
      call: { tool: 'reservar_vaga' },
      server: { name: 'turmas', version: '1.0.0' },
      revision: '2026-07-28',
      rounds: [
        {
          number: 1,
          raw: { resultType: 'input_required' },
          asks: [{ key: 'confirmar', kind: 'form', message: QUESTION, action: 'accept' }],
          state: { changed: true },
        },
      ],
      ending: { kind: 'result', isError: false, text: 'reservado: html-01 para a@b.co (restam 2)' },
      notices: [],
      exit: 0,
    });
  });

  it('stdout is clean although the server in this process prints', async () => {
    const { ended, document } = await inJson([WORKSHOP, 'pair', '--yes'], callChild);
    expect(ended.stderr).toContain('a server that prints');
    expect(document.ending).toMatchObject({ text: 'accept true, accept true' });
    expect(document.rounds.map(({ asks }) => asks.map(({ key }) => key))).toEqual([['left', 'right']]);
  });

  it.each([
    [['--no-elicitation'], { kind: 'capability', code: -32_021, missing: ['elicitation.form'] }, 3],
    [['--raw'], { kind: 'asked' }, 0],
    [['--answer', 'other=decline'], { kind: 'unanswered', reason: 'ask_unanswered' }, 4],
    [['--answer', 'confirmar={"confirmar":"yes"}'], { kind: 'unanswered', reason: 'answer_invalid' }, 4],
  ])('a call with %j ends as told', async (more, ending, exit) => {
    const { ended, document } = await inJson([KIT, ...BOOK, ...more]);
    expect(document).toMatchObject({ ending, exit });
    expect(ended.code).toBe(exit);
    expect(document.rounds).toHaveLength(exit === 3 ? 0 : 1);
    for (const { asks } of document.rounds) expect(asks).toMatchObject([{ key: 'confirmar', action: null }]);
  });

  it('there is a document without a server, and none for wrong usage', async () => {
    const { ended, document } = await inJson(['http://127.0.0.1:9/mcp?secret=1', 'book']);
    expect(ended.code).toBe(3);
    expect(document).toMatchObject({
      target: 'http://127.0.0.1:9/mcp',
      server: null,
      ending: { kind: 'failed', reason: 'connect_failed' },
    });
    expect(ended.stderr).not.toContain('--revision');
    expect((await call([KIT, '--json'])).stdout).toBe('');
  });
});

describe('arguments', () => {
  it('--arg is typed by the schema of the tool, and := is JSON', async () => {
    const args = ['count=3', 'weight=null', 'paid=true', 'tags=["a"]', 'size=2', 'note=5'];
    const { stdout } = await call([WORKSHOP, 'order', ...args.flatMap((arg) => ['--arg', arg])]);
    expect(stdout).toMatch(/\n\{"count":3,"weight":null,"paid":true,"tags":\["a"\],"size":2,"note":"5"\}\n$/u);
    const json = await call([WORKSHOP, 'order', '--arg', 'note:=5', '--arg', 'weight=-0.5']);
    expect(json.stdout).toMatch(/\n\{"note":5,"weight":-0.5\}\n$/u);
    const all = await call([WORKSHOP, 'order', '--args', '{"count":1}']);
    expect(all.stdout).toMatch(/\n\{"count":1\}\n$/u);
  });

  it.each([
    ['count=42xyz', 'a whole number'],
    ['count=1.5', 'a whole number'],
    ['count=0x10', 'a whole number'],
    ['paid=yes', 'true or false'],
    ['tags=a', 'a JSON list'],
    ['weight=heavy', 'a number or null'],
  ])('2: --arg %s', async (arg, wanted) => {
    const { code, stdout, stderr } = await call([WORKSHOP, 'order', '--arg', arg]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`must be ${wanted}`);
  });

  it.each([
    ['count=1.000', 'can be read as 1000 or as 1: write one of the two'],
    ['count=1 000', 'must be written without marks between thousands, like 1000'],
    ['weight=1.500', 'can be read as 1500 or as 1.5: write one of the two'],
    ['weight=1.000,50', 'must be written without marks between thousands, like 1000.5'],
  ])('F74 --arg %s is never taken for a smaller number', async (arg, why) => {
    const { code, stdout, stderr } = await call([WORKSHOP, 'order', '--arg', arg]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(why);
  });

  it('F74 --arg reads a number as every port does, and := is JSON', async () => {
    const typed = await call([WORKSHOP, 'order', '--arg', 'weight=1,5', '--arg', 'count=+5']);
    expect(typed.stdout).toMatch(/\n\{"weight":1.5,"count":5\}\n$/u);
    const json = await call([WORKSHOP, 'order', '--arg', 'weight:=1.500']);
    expect(json.stdout).toMatch(/\n\{"weight":1.5\}\n$/u);
  });

  it('prompts and resources ask too', async () => {
    const [letter, note] = await Promise.all([
      call([WORKSHOP, 'letter', '--prompt', '--arg', 'to=Ana', '--yes']),
      call([WORKSHOP, 'note://1', '--resource', '--yes']),
    ]);
    expect(letter.stdout).toMatch(/result\nDear Ana\n$/u);
    expect(note.stdout).toMatch(/result\na note\n$/u);
  });

  it('a name that is nearly one is named', async () => {
    const { code, stderr } = await call([WORKSHOP, 'orderr']);
    expect(code).toBe(3);
    expect(stderr).toContain('error -32602');
    expect(stderr).toContain('Did you mean order?');
  });

  it.each([
    ['a prompt that is nearly one', ['lettre', '--prompt'], 'Did you mean letter?'],
    ['a resource that is nearly one', ['note://2', '--resource'], 'Did you mean note://1?'],
    ['a prompt that is called as a tool', ['letter'], 'There is a prompt of that name: add --prompt.'],
    ['a tool that is got as a prompt', ['order', '--prompt'], 'There is a tool of that name: leave out --prompt'],
    ['what is like nothing', ['zzzzzzzz'], "'vuelta tools' lists what there is."],
  ])('%s', async (_what, args, hint) => {
    const { code, stderr } = await call([WORKSHOP, ...args]);
    expect(code).toBe(3);
    expect(stderr).toContain(hint);
  });

  it('an argument that a prompt refuses is no wrong name', async () => {
    const { code, stderr } = await call([WORKSHOP, 'letter', '--prompt', '--args', '{}']);
    expect(code).toBe(3);
    expect(stderr).toMatch(/error -32602\n {2}[^\n]*\n$/u);
  });
});

it('3: what answers nothing on this revision may speak the one before; what is not there speaks none', async () => {
  const [silent, absent] = await Promise.all([
    call(['a', '--', 'node', '-e', '']),
    call(['a', '--', 'no-such-command']),
  ]);
  expect([silent.code, absent.code]).toEqual([3, 3]);
  expect(silent.stderr).toContain('add --revision 2025-11-25');
  expect(absent.stderr).toContain('ENOENT');
  expect(absent.stderr).not.toContain('--revision');
});

describe('limits', () => {
  it('3: a server that takes too long, and its progress is told', async () => {
    const { code, stderr } = await call([WORKSHOP, 'slow', '--timeout', '1500']);
    expect(code).toBe(3);
    expect(stderr).toContain('progress: sawing 1/3\n');
    expect(stderr).toContain('client_timeout');
    expect(stderr).toContain('The option is --timeout.');
  });

  it('4: a person who takes too long; the time of the server is another', async () => {
    const file = await answerFile('answers: { confirmar: { wait: 5000, answer: decline } }');
    const { code, stderr } = await call([
      KIT,
      ...BOOK,
      '--answers',
      file,
      '--person-timeout',
      '200',
      '--timeout',
      '9000',
    ]);
    expect(code).toBe(4);
    expect(stderr).toContain('personTimeoutMs');
    expect(stderr).toContain('The option is --person-timeout.');
  });

  it('F43 3: more rounds than allowed names the option', async () => {
    const { code, stderr } = await call([WORKSHOP, 'again', '--yes', '--max-rounds', '3']);
    expect(code).toBe(3);
    expect(stderr).toContain('after 3 rounds');
    expect(stderr).toContain('--max-rounds');
  });

  it.each([
    ['in this process', [WORKSHOP, 'slow']],
    ['in a child', ['slow', '--', process.execPath, join(REPO, 'dist/cli/serve-module.js'), WORKSHOP]],
  ])('5: Ctrl-C cancels the call and tells the server, %s', async (_where, args) => {
    const child = spawn(process.execPath, [MAIN, 'call', ...args], { cwd: REPO, stdio: ['ignore', 'pipe', 'pipe'] });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      if (!stderr.includes('sawing') && chunk.includes('sawing')) child.kill('SIGINT');
      stderr += chunk;
    });
    const code = await new Promise((done) => child.once('close', done));
    expect(code).toBe(5);
    expect(stderr).toContain('the saw stops');
    expect(stderr).toMatch(/vuelta: cancelled\n$/u);
  });
});

it.each([
  ['no name', [KIT], /Which tool\?/u],
  ['no name before a command', ['--', 'node', DESK], /Which tool\? .*in front of --/u],
  ['no target', [], /Which server\?/u],
  ['no command after --', ['reservar_vaga', '--'], /There is no file 'reservar_vaga'/u],
  ['no such file', ['none.mjs', 'a'], /There is no file/u],
  ['two of --yes, --decline and --cancel', [KIT, 'a', '--yes', '--cancel'], /Give one of --yes and --cancel/u],
  ['an answer without a key', [KIT, 'a', '--answer', '{}'], /key=JSON/u],
  ['two answers for a key', [KIT, 'a', '--answer', 'k=decline', '--answer', 'k=cancel'], /two --answer k/u],
  ['the same argument twice', [KIT, 'a', '--arg', 'k=1', '--arg', 'k=2'], /two --arg k/u],
  ['answers for a call that stops before', [KIT, 'a', '--raw', '--yes'], /--raw stops/u],
  ['--loose without answers', [KIT, 'a', '--loose'], /--loose is about/u],
  ['form without elicitation', [KIT, 'a', '--no-elicitation', '--caps', 'form'], /--no-elicitation declares/u],
  ['a capability that is none', [KIT, 'a', '--caps', 'form,mind'], /Give any of form, url, sampling, roots/u],
  ['a language that is not there', [KIT, 'a', '--lang', 'fr'], /Allowed choices are en, es, pt/u],
  ['a token for a module', [KIT, 'a', '--token', 'abc'], /--token is for an http\(s\) address/u],
  ['a token and a header', ['http://127.0.0.1:9/', 'a', '--token', 'a', '--header', 'authorization: b'], /not both/u],
  ['no such answer file', [KIT, 'a', '--answers', 'none.yaml'], /cannot be read/u],
  ['no rounds', [KIT, 'a', '--max-rounds', '0'], /at least 1/u],
])('2: %s', async (_name, args, said) => {
  const { code, stdout, stderr } = await call(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(said);
});
