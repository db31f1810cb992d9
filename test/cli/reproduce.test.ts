import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckResult } from '../../src/contract/index.js';
import { listen } from './fixtures/unsigned.mjs';
import { bash, FIXTURES, REPO, vuelta, vueltaChild } from './vuelta.js';

type Broken = CheckResult & { readonly reproduce: readonly string[] };

/** What a reader fills in: the answers of the case. */
const ANSWERS: Readonly<Record<string, string>> = { ANSWER_size: '3', ANSWER_count: '7' };

const fillIn = (line: string): string =>
  line.replace(/^(?<name>ANSWER_\w+)='…'.*$/u, (_, name: string) => `${name}='${ANSWERS[name]}'`);

/** The messages in what curl printed: JSON one after the other, or events. */
function messagesIn(printed: string): Record<string, unknown>[] {
  const events = [...printed.matchAll(/^data: (?<json>\{.*\})$/gmu)].map(({ groups }) => groups?.['json'] ?? '');
  const texts = events.length > 0 ? events : printed.trim().split(/(?<=\})\n*(?=\{"(?:result|jsonrpc|error)")/u);
  return texts.map((text) => JSON.parse(text) as Record<string, unknown>);
}

const masked = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (name, item: unknown) => (name === 'requestState' ? '[state]' : item));

describe.each(['json', 'sse'] as const)('curl lines against a server that answers in %s', (mode) => {
  let http: Server;
  let results: Broken[];

  beforeAll(async () => {
    http = listen(mode);
    await once(http, 'listening');
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
    const config = join(FIXTURES, 'unsigned.mjs');
    const families = ['answers', 'state', 'rounds'].flatMap((family) => ['--only', family]);
    const { code, stdout } = await vuelta(['check', url, '--config', config, ...families, '--curl', '--json']);
    expect(code).toBe(1);
    const report = JSON.parse(stdout) as { results: Broken[] };
    results = report.results.filter(({ status }) => status === 'fail');
  }, 60_000);

  afterAll(() => {
    http.closeAllConnections();
    http.close();
  });

  it.each([
    'answers.bounds-outside',
    'answers.missing-required',
    'state.middle-byte',
    'state.trailing',
    'state.other-arguments',
    'state.replayed-other-answer',
  ])('%s: the lines get the response that the report shows', async (id) => {
    const result = results.find((each) => each.id === id);
    if (result === undefined) throw new Error(`${id} should have failed: ${results.map((each) => each.id).join(', ')}`);
    const script = result.reproduce.map(fillIn).join('\n');
    expect(script).not.toContain('…');
    const { code, stdout, stderr } = await bash(script);
    expect(code, stderr).toBe(0);
    const [last] = messagesIn(stdout).slice(-1);
    const expected = result.evidence.at(-1)?.received;
    expect(masked(last?.['result'] ?? last?.['error'])).toEqual(masked(expected?.result ?? expected?.error));
  });

  it('a fault in the last round is reached by a chain of requests from the first', () => {
    const lines = results.find(({ id }) => id === 'state.replayed-other-answer')?.reproduce ?? [];
    expect(lines.filter((line) => line.startsWith('STATE'))).toHaveLength(2);
    expect(lines.filter((line) => line.includes('curl -sS "$URL"'))).toHaveLength(4);
    expect(lines.join('\n')).toContain(`"requestState":"'"$STATE2"'"`);
    expect(lines.filter((line) => line.includes('tee /dev/stderr | sed -nE'))).toHaveLength(2);
  });
});

it('for a module, the first line says how to serve it, and the others work on what that serves', async () => {
  const args = ['check', join(FIXTURES, 'unsigned.mjs'), '--only', 'answers.bounds-outside', '--curl', '--json'];
  const { results } = JSON.parse((await vueltaChild(args)).stdout) as { results: Broken[] };
  const [address = '', ...lines] = results[0]?.reproduce ?? [];
  const { program = '', words = '' } =
    /^URL=\S+ {2}# (?<program>node) (?<words>.* --port) 3000$/u.exec(address)?.groups ?? {};
  const child = spawn(program, [...words.split(' '), '0'], { cwd: REPO, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const first = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
    const { code, stdout } = await bash([`URL='${String(first.value)}'`, ...lines].join('\n'));
    expect(code).toBe(0);
    expect(messagesIn(stdout)[0]).toMatchObject({ result: { inputRequests: { count: {} } } });
  } finally {
    child.kill();
  }
});
