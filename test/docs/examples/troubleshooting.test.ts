import { McpServer } from '@modelcontextprotocol/server';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { text } from 'vuelta';
import { accept, connect } from 'vuelta/client';
import { vueltaThatLogs } from './troubleshooting.js';

const key = (kid: string): string => `${kid}:${Buffer.alloc(32, kid).toString('base64url')}`;

/** A process with this key: a server, and what it has logged. */
function start(keys: string, log: string[]): () => McpServer {
  const vuelta = vueltaThatLogs(keys, (line) => void log.push(line));
  return () => {
    const server = new McpServer({ name: 'classes', version: '1.0.0' });
    vuelta.attach(server).tool('book', {}, async (_args, ask) => {
      await ask.confirm('confirm', 'Book?');
      return text('booked');
    });
    return server;
  };
}

it('guides/troubleshooting: another key refuses the state with -32602, and the log has the reason of the page', async () => {
  const log: string[] = [];
  await using before = await connect(start(key('k1'), log));
  const state = (await before.firstRound('book')).rawState();
  await using after = await connect(start(key('k2'), log));
  const inputResponses = { confirm: accept({ confirm: true }) };
  const { error } = await after.request('tools/call', { name: 'book', requestState: state, inputResponses });
  expect(error?.code).toBe(-32602);
  expect(log.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ type: 'rejected', reason: 'unknown_key' }]);
  expect(log.join('\n')).not.toContain(state);
});

it('guides/troubleshooting: a client that cannot be asked gets -32021, and the log says what it would need', async () => {
  const log: string[] = [];
  await using harness = await connect(start(key('k1'), log), { capabilities: {} });
  expect(await harness.call('book')).toMatchObject({ kind: 'capability', code: -32021 });
  expect(log.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ type: 'unable', kinds: ['form'] }]);
});

it('guides/troubleshooting explains every reason of a refusal', async () => {
  const [page, source] = await Promise.all(
    ['docs/guides/troubleshooting.md', 'src/state/rejection.ts'].map((file) => readFile(file, 'utf8')),
  );
  const union = /export type RejectionReason =(?<values>[^;]*);/u.exec(source ?? '')?.groups?.['values'] ?? '';
  const reasons = [...union.matchAll(/'(\w+)'/gu)].map(([, value = '']) => value);
  expect(reasons.length).toBeGreaterThan(8);
  const first = [...(page ?? '').matchAll(/^\| (?<cell>[^|]*)\|/gmu)].map(({ groups }) => groups?.['cell']).join(' ');
  expect(reasons.filter((reason) => !first.includes(`\`${reason}\``))).toEqual([]);
});
