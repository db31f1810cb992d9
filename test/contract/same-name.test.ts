import { McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from '../../src/client/connect.js';
import { nameOf } from '../../src/contract/case/case.js';
import { discoverCases } from '../../src/contract/case/discover.js';
import { checkServer } from '../../src/contract/check-server.js';
import { createVuelta, text } from '../../src/index.js';
import { done, serveScript } from '../client/fixtures/hosting.js';
import { keep } from '../client/fixtures/keep.js';
import { REPO, vueltaChild as command } from '../cli/vuelta.js';

const vuelta = createVuelta({ keys: [{ kid: 'k1', secret: new Uint8Array(32).fill(7) }] });

/** A tool, a prompt and a resource for each of these names. */
const named =
  (...names: readonly string[]) =>
  (): McpServer => {
    const server = new McpServer({ name: 'same', version: '1' });
    const rounds = vuelta.attach(server);
    for (const name of names) {
      rounds.tool(name, {}, async (_args, ask) => {
        const { confirmed } = await ask.confirm('ok', 'Review the plan of Monday?');
        return text(String(confirmed));
      });
      rounds.prompt(name, {}, async (_args, ask) => {
        const { confirmed } = await ask.confirm('ok', 'Review the plan of Monday?');
        return { messages: [{ role: 'user', content: { type: 'text', text: String(confirmed) } }] };
      });
      const uri = URL.canParse(name) ? name : `same://${encodeURIComponent(name)}`;
      rounds.resource(`resource ${name}`, uri, {}, async (_uri, _variables, ask) => {
        const { confirmed } = await ask.confirm('ok', 'Review the plan of Monday?');
        return { contents: [{ uri, text: String(confirmed) }] };
      });
    }
    return server;
  };

describe('F88: what has one name is told apart', { timeout: 60_000 }, () => {
  it('a tool, a prompt and a resource, and a tool that is called like the second of them', async () => {
    const target = named('same://plan', 'prompt same://plan');
    const { cases, left } = await discoverCases(target);
    expect(left).toEqual([]);
    expect(cases.map(nameOf)).toEqual([
      'same://plan',
      'prompt same://plan',
      'prompt same://plan (2)',
      'prompt prompt same://plan',
      'resource same://plan',
      'same://prompt%20same%3A%2F%2Fplan',
    ]);
    const { results } = await checkServer({ target, cases, only: ['rounds.result-type'] });
    expect(results.map(({ status }) => status)).toEqual(cases.map(() => 'pass'));
  });

  it('names with odd characters', async () => {
    const names = ['a b', 'línea\nnueva', '<b>"&\u202e', 'toString.call', 'ñ'.repeat(40)];
    const target = named(...names);
    const { cases } = await discoverCases(target);
    expect(cases).toHaveLength(3 * names.length);
    const { results } = await checkServer({ target, cases, only: ['rounds.result-type'] });
    expect(results.map(({ status }) => status)).toEqual(cases.map(() => 'pass'));
  });

  it.each(['', 'report.json', 'report.xml'])(
    'vuelta check says it in a report (%s), and does not end with 70',
    async (format) => {
      const folder = await mkdtemp(join(REPO, 'tmp-same-'));
      try {
        const file = join(folder, 'server.mjs');
        await writeFile(file, SERVER);
        const flags: Record<string, string> = { json: '--json', xml: '--junit' };
        const flag = flags[format.split('.')[1] ?? ''];
        const report = flag === undefined ? [] : [flag, join(folder, format)];
        const { code, stderr, stdout } = await command(['check', file, '--only', 'rounds.result-type', ...report]);
        expect(code, stderr + stdout).toBe(0);
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  );

  it('two cases of one tool in a configuration: a usage error that says what to do', async () => {
    const folder = await mkdtemp(join(REPO, 'tmp-same-'));
    try {
      const file = join(folder, 'server.mjs');
      await writeFile(file, `${SERVER}\nexport const contract = { cases: [{ tool: 'review' }, { tool: 'review' }] };`);
      const { code, stderr } = await command(['check', file]);
      expect(code).toBe(2);
      expect(stderr).toContain("Two cases are called 'review'");
      expect(stderr).toContain('Give one of them a name');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

const SERVER = `
import { McpServer } from '@modelcontextprotocol/server';
import { createVuelta, text } from '../dist/index.js';
const vuelta = createVuelta({ keys: [{ kid: 'k', secret: new Uint8Array(32).fill(1) }] });
export function createServer() {
  const server = new McpServer({ name: 'same', version: '1' });
  const rounds = vuelta.attach(server);
  rounds.tool('review', {}, async (_, ask) => text(String((await ask.confirm('ok', 'Review the plan of Monday?')).confirmed)));
  rounds.prompt('review', {}, async (_, ask) => ({ messages: [{ role: 'user', content: { type: 'text', text: String((await ask.confirm('ok', 'Review the plan of Monday?')).confirmed) } }] }));
  return server;
}`;

describe('F88: lists of a hostile server', () => {
  const listing = async (tools: unknown) =>
    keep(
      await connect(
        keep(
          await serveScript(({ id, method }) => ({
            reply: {
              jsonrpc: '2.0',
              id,
              result: method === 'tools/list' ? { ...done, tools, ttlMs: 0, cacheScope: 'private' } : done,
            },
          })),
        ).url,
      ),
    );
  const inputSchema = { type: 'object', properties: {} };

  it.each<[string, unknown]>([
    ['null', [null]],
    ['a text', ['pay']],
    ['no name', [{ inputSchema }]],
    ['a name that is no text', [{ name: { toString: 1 }, inputSchema }]],
  ])('an entry that is %s is a coded error', async (_name, tools) => {
    const harness = await listing(tools);
    await expect(discoverCases(harness)).rejects.toMatchObject({
      code: 'protocol_violation',
      message: expect.stringContaining('result.tools'),
    });
  });

  it('an empty name is left out', async () => {
    const { left } = await discoverCases(await listing([{ name: '', inputSchema }]));
    expect(left).toEqual([{ tool: '', why: 'its name is empty' }]);
  });
});
