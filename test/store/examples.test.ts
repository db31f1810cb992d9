import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { McpServer } from '@modelcontextprotocol/server';
import { text, type Vuelta } from 'vuelta';
import { accept, connect, readText } from 'vuelta/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as examples from '../docs/examples/stores.js';
import { RedisServer } from './redis-server.js';

let server: RedisServer;
let directory: string;

beforeAll(async () => {
  server = await RedisServer.start();
  directory = await mkdtemp(join(tmpdir(), 'vuelta-examples-'));
});
afterAll(async () => {
  await server.end();
  await rm(directory, { recursive: true });
});

async function book(vuelta: Vuelta): Promise<string> {
  await using harness = await connect(() => {
    const mcp = new McpServer({ name: 'classes', version: '1.0.0' });
    vuelta.attach(mcp).tool('book', {}, async (_args, ask) => {
      const { confirmed } = await ask.confirm('ok', 'Book?');
      return text(confirmed ? await ask.once('book', () => 'booked') : 'nothing booked');
    });
    return mcp;
  });
  return readText(await harness.call('book', {}, { answers: { ok: accept({ ok: true }) } }));
}

it('guides/stores: memory', async () => {
  expect(await book(examples.memory())).toBe('booked');
});

it('guides/stores: a file, and a database that is open', async () => {
  const { vuelta, store } = await examples.sqlite(join(directory, 'flows.db'));
  expect(await book(vuelta)).toBe('booked');
  await store.close();
  const own = await examples.ownDatabase(join(directory, 'own.db'));
  expect(await own.store.beginStep('flow', 'step', Date.now() + 60_000)).toEqual({ kind: 'new' });
  await own.store.close();
  own.database.close();
});

it('guides/stores: Redis, through either client', async () => {
  const nodeRedis = await examples.redis(server.url);
  expect(await book(nodeRedis.vuelta)).toBe('booked');
  nodeRedis.client.destroy();
  const ioredis = await examples.ioredis(server.url);
  expect(await book(ioredis.vuelta)).toBe('booked');
  ioredis.client.disconnect();
  const keys = (await server.cli('keys', '*')).split('\n');
  expect(keys.filter((key) => key.startsWith('vuelta:'))).toHaveLength(2);
  expect(keys.filter((key) => key.startsWith('classes:'))).toHaveLength(2);
});
