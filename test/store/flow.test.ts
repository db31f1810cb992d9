import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { McpServer } from '@modelcontextprotocol/server';
import { createClient } from 'redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accept, connect, decline, type Harness } from '../../src/client/index.js';
import { createVuelta, text, type Store } from '../../src/index.js';
import { redisStore } from '../../src/store/redis.js';
import { sqliteStore } from '../../src/store/sqlite.js';
import { RedisServer } from './redis-server.js';

const keys = [{ kid: 'k1', secret: randomBytes(32) }];

/** Two processes' worth of one server, with its effects counted. */
async function replicas(stores: readonly Store[]): Promise<{ harnesses: Harness[]; booked: string[] }> {
  const booked: string[] = [];
  const harnesses = await Promise.all(
    stores.map((store) => {
      const vuelta = createVuelta({ keys, store, storeTimeoutMs: 500 });
      return connect(() => {
        const server = new McpServer({ name: 'classes', version: '1.0.0' });
        vuelta.attach(server).tool('book', {}, async (_args, ask) => {
          const { confirmed } = await ask.confirm('ok', 'Book?');
          if (!confirmed) return text('nothing booked');
          const place = await ask.once('book', ({ idempotencyKey }) => booked.push(idempotencyKey));
          return text(`booked place ${place}`);
        });
        return server;
      });
    }),
  );
  return { harnesses, booked };
}

const yes = { ok: accept({ ok: true }) };
const no = { ok: decline() };

async function ask(harness: Harness) {
  const { raw } = await harness.firstRound('book', {});
  const { requestState } = raw as unknown as { requestState: string };
  return (inputResponses: object) => ({ name: 'book', arguments: {}, requestState, inputResponses });
}

interface Fleet {
  readonly stores: readonly Store[];
  readonly end: () => Promise<unknown>;
}

describe.each([
  [
    'sqlite',
    async (): Promise<Fleet> => {
      const directory = await mkdtemp(join(tmpdir(), 'vuelta-flow-'));
      const stores = [await sqliteStore(join(directory, 'a.db')), await sqliteStore(join(directory, 'a.db'))];
      const end = async () => {
        await Promise.all(stores.map((store) => store.close()));
        await rm(directory, { recursive: true });
      };
      return { stores, end };
    },
  ],
  [
    'redis',
    async (): Promise<Fleet> => {
      const server = await RedisServer.start();
      const client = await createClient({ url: server.url }).connect();
      const end = async () => {
        client.destroy();
        await server.end();
      };
      return { stores: [redisStore(client), redisStore(client)], end };
    },
  ],
])('two replicas over %s', (_, start) => {
  let fleet: Fleet;
  beforeAll(async () => {
    fleet = await start();
  });
  afterAll(() => fleet.end());

  it('run a round once, whoever is asked how often, and give one outcome', async () => {
    const { harnesses, booked } = await replicas(fleet.stores);
    const [one, other] = harnesses as [Harness, Harness];
    const retry = await ask(one);
    const replies = await Promise.all(
      [one, other, one, other].map((harness) => harness.request('tools/call', retry(yes))),
    );
    replies.push(await other.request('tools/call', retry(yes)));
    expect(booked).toHaveLength(1);
    expect(replies[0]?.result).toMatchObject({ content: [{ text: 'booked place 1' }] });
    expect(new Set(replies.map(({ result }) => JSON.stringify(result))).size).toBe(1);
    const refused = await other.request('tools/call', retry(no));
    expect(refused.error).toMatchObject({ code: -32_602, data: { reason: 'invalid_request_state' } });
    expect(booked).toHaveLength(1);
    await Promise.all(harnesses.map((harness) => harness.close()));
  });
});

it('a flow whose Redis is stopped fails with a coded error before any effect, and goes on when it is back', async () => {
  const server = await RedisServer.start('--appendonly', 'yes', '--appendfsync', 'always');
  const client = createClient({ url: server.url, disableOfflineQueue: true, socket: { reconnectStrategy: () => 20 } });
  client.on('error', () => undefined);
  await client.connect();
  const { harnesses, booked } = await replicas([redisStore(client)]);
  const [harness] = harnesses as [Harness];
  const retry = await ask(harness);
  await server.kill();
  expect((await harness.firstRound('book', {})).kind).toBe('input_required');
  const failed = await harness.request('tools/call', retry(yes));
  expect(failed.error).toMatchObject({ code: -32_603, data: { reason: 'store_unavailable' } });
  expect(JSON.stringify(failed)).not.toContain(String(server.port));
  expect(booked).toEqual([]);
  await server.restart();
  const again = async () => (await harness.request('tools/call', retry(yes))).result;
  await expect.poll(again, { timeout: 5000 }).toMatchObject({ content: [{ text: 'booked place 1' }] });
  expect(booked).toHaveLength(1);
  await harness.close();
  client.destroy();
  await server.end();
});
