import { Redis } from 'ioredis';
import { createClient, RESP_TYPES } from 'redis';
import { afterAll, beforeAll } from 'vitest';
import { redisStore, type IoredisClient, type NodeRedisClient } from '../../src/store/redis.js';
import { describeStore, type Running } from './describe-store.js';
import { RedisServer } from './redis-server.js';

let server: RedisServer;

beforeAll(async () => {
  server = await RedisServer.start();
});
afterAll(() => server.end());

async function subject(
  one: NodeRedisClient | IoredisClient,
  other: NodeRedisClient | IoredisClient,
  prefix: string,
  end: () => unknown,
): Promise<Running> {
  return {
    one: redisStore(one, { prefix }),
    other: redisStore(other, { prefix }),
    open: async () => redisStore(one, { prefix }),
    end,
  };
}

describeStore('redisStore(redis, RESP2)', async () => {
  const clients = [1, 2].map(() => createClient({ url: server.url, RESP: 2 }));
  const [one, other] = await Promise.all(clients.map((client) => client.connect()));
  return subject(one!, other!, 'resp2', () => clients.map((client) => client.destroy()));
});

describeStore('redisStore(redis, RESP3, texts as bytes)', async () => {
  const clients = [1, 2].map(() => createClient({ url: server.url, RESP: 3 }));
  const [one, other] = await Promise.all(clients.map((client) => client.connect()));
  const bytes = one!.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
  return subject(bytes, other!, 'resp3', () => clients.map((client) => client.destroy()));
});

describeStore('redisStore(ioredis)', async () => {
  const clients = [new Redis(server.port), new Redis(server.port)] as const;
  return subject(...clients, 'ioredis', () => clients.map((client) => client.disconnect()));
});

describeStore('redisStore(ioredis, keyPrefix, auto-pipelining)', async () => {
  const options = { keyPrefix: 'mine:', enableAutoPipelining: true, stringNumbers: true };
  const clients = [new Redis(server.port, options), new Redis(server.port, options)] as const;
  return subject(...clients, 'ioredis', () => clients.map((client) => client.disconnect()));
});
