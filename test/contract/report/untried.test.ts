import { randomBytes } from 'node:crypto';
import { McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { accept } from '../../../src/client/index.js';
import { judgeReport } from '../../../src/contract/baseline.js';
import { checkServer, type ContractConfig, ContractError, contractTests } from '../../../src/contract/index.js';
import { junitReport } from '../../../src/contract/report/junit.js';
import { markdownReport } from '../../../src/contract/report/markdown.js';
import { textReport } from '../../../src/contract/report/text.js';
import type { ReportView } from '../../../src/contract/report/view.js';
import { createVuelta, fail } from '../../../src/index.js';

const vuelta = createVuelta({ keys: `k:${randomBytes(32).toString('base64url')}` });

/** Asks twice, and then finds that it cannot do what it was asked for. */
function createServer(): McpServer {
  const server = new McpServer({ name: 'late', version: '1.0.0' });
  vuelta.attach(server).tool('book', { inputSchema: z.object({ id: z.string() }) }, async ({ id }, ask) => {
    await ask.confirm('first', `Look for "${id}"?`);
    await ask.confirm('second', `Book "${id}"?`);
    return fail('sold out');
  });
  return server;
}

const cases = [
  { tool: 'book', args: { id: 'a' }, answers: { first: accept({ first: true }), second: accept({ second: true }) } },
];
const config: ContractConfig = { target: createServer, cases, only: ['answers.decline', 'answers.cancel'] };

async function view(change: Partial<ReportView['report']> = {}): Promise<ReportView> {
  const report = { ...(await checkServer(config)), ...change };
  return { report, verdict: judgeReport(report, cases, []) };
}

const UNTRIED = 'Nothing is known about a rule that could not be tried. Mend this first, in the server or in the case.';

describe('rules that could not be tried', () => {
  it('are one group, which says to mend what keeps them from being tried, and no fix of theirs', async () => {
    const shown = await view();
    for (const text of [textReport(shown), markdownReport(shown), junitReport(shown)]) {
      expect(text).toContain('sold out');
      expect(text).toContain('Nothing is known about a rule that could not be tried');
      for (const { fix } of shown.report.results) expect(text).not.toContain(fix);
    }
    expect(textReport(shown)).toContain(`✗ 2 checks · book\n   Found    not testable: the happy path should end`);
    expect(textReport(shown)).toContain(`   Change   ${UNTRIED}\n`);
    expect(textReport(shown)).not.toContain('share one world');
  });

  it('tell what keeps them from being tried once, also where some are only advice', async () => {
    const report = await checkServer({ ...config, only: ['answers.decline', 'rounds.cap'] });
    const text = textReport({ report, verdict: judgeReport(report, cases, []), curl: true });
    expect(text).toContain('! rounds.cap advice · book');
    expect(text.match(/ {3}Reproduce\n/gu)).toHaveLength(1);
    expect(text.match(/ {3}Change /gu)).toHaveLength(1);
  });

  it('at an address, say that the checks share its world', async () => {
    const shown = await view({ target: 'http://127.0.0.1:3000/mcp' });
    expect(textReport(shown)).toContain(
      `${UNTRIED} The checks of an address share one world: give the configuration a reset`,
    );
  });

  it('have their requests in the order in which they were sent, each state set before it is used', async () => {
    const lines = textReport({ ...(await view()), curl: true }).split('\n');
    const at = (pattern: RegExp): number => lines.findIndex((line) => pattern.test(line));
    const order = [/STATE1=\$/u, /\$STATE1"/u, /\$STATE2"/u].map(at);
    expect(order[0]).toBeGreaterThan(0);
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    expect(at(/STATE2=\$/u)).toBeLessThan(at(/\$STATE2"/u));
  });

  it('end their evidence with the telling step, each step under a number of its own', async () => {
    const { results } = await checkServer(config);
    expect(results).toHaveLength(2);
    for (const { evidence } of results) {
      expect(evidence.map(({ sent }) => sent.state?.of)).toEqual([undefined, 1, 2]);
      expect(evidence.map(({ number }) => number)).toEqual([1, 2, 3]);
      expect(JSON.stringify(evidence.at(-1)?.received)).toContain('sold out');
    }
  });

  it('fail their tests without a fix that would lead astray', async () => {
    const thrown: unknown[] = [];
    const tests: Promise<void>[] = [];
    contractTests(
      {
        describe: (_name, body) => body(),
        it: (_name, body) =>
          tests.push(body({ skip: () => undefined }).catch((error: unknown) => void thrown.push(error))),
      },
      config,
    );
    await Promise.all(tests);
    expect(thrown).toHaveLength(2);
    for (const error of thrown as ContractError[]) {
      expect(error).toBeInstanceOf(ContractError);
      expect(error.message).toContain('sold out');
      expect(error.message).not.toContain('Fix:');
    }
  });
});

it('a server of the revision before has that on the second line', async () => {
  const shown = await view({ revision: '2025-11-25' });
  const note = 'Held to what can be held on 2025-11-25: a connection on 2026-07-28 was refused.';
  expect(textReport(shown).split('\n')[1]).toBe(note);
  expect(markdownReport(shown)).toContain(`\n${note}\n`);
  expect(textReport(await view())).not.toContain(note);
});
