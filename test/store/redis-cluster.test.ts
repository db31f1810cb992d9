import { randomUUID } from 'node:crypto';
import { Cluster } from 'ioredis';
import { createCluster } from 'redis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { redisStore } from '../../src/store/redis.js';
import { cluster as example } from '../docs/examples/stores.js';
import { describeStore } from './describe-store.js';
import { RedisCluster } from './redis-cluster.js';

let cluster: RedisCluster;

beforeAll(async () => {
  cluster = await RedisCluster.start();
}, 60_000);
afterAll(() => cluster?.end());

const connectNodeRedis = () => createCluster({ rootNodes: cluster.nodes.map(({ url }) => ({ url })) }).connect();
const connectIoredis = (options: object = {}) =>
  new Cluster(
    cluster.nodes.map(({ port }) => ({ port, host: '127.0.0.1' })),
    options,
  );

describeStore('redisStore(a cluster of redis)', async () => {
  const clients = [await connectNodeRedis(), await connectNodeRedis()] as const;
  const open = async () => redisStore(clients[0]);
  return {
    one: await open(),
    other: redisStore(clients[1]),
    open,
    end: () => clients.map((client) => client.destroy()),
  };
});

describeStore('redisStore(a cluster of ioredis)', async () => {
  const clients = [connectIoredis(), connectIoredis({ scaleReads: 'slave', enableAutoPipelining: true })] as const;
  const open = async () => redisStore(clients[0], { prefix: 'io' });
  const other = redisStore(clients[1], { prefix: 'io' });
  return { one: await open(), other, open, end: () => clients.map((client) => client.disconnect()) };
});

it('the keys of one flow are on one node, and flows are spread over all of them', async () => {
  const client = await connectNodeRedis();
  const store = redisStore(client, { prefix: 'spread' });
  const expiresAt = Date.now() + 60_000;
  const flows = Array.from({ length: 60 }, () => randomUUID());
  for (const flow of flows) {
    await store.claim({ flow, round: 1, fingerprint: 'yes', owner: 'me', leaseMs: 1000, expiresAt });
    await store.beginStep(flow, 'step {}', expiresAt);
  }
  const kept = await Promise.all(cluster.nodes.map((node) => node.cli('keys', 'spread:*')));
  const keys = kept.map((list) => list.split('\n').filter(Boolean));
  expect(keys.flat()).toHaveLength(120);
  for (const flow of flows) {
    const held = keys.map((list) => list.filter((key) => key.includes(flow)).length);
    expect(held.filter((count) => count > 0)).toEqual([2]);
  }
  expect(keys.every((list) => list.length > 0)).toBe(true);
  client.destroy();
});

it('guides/stores: a cluster, through either client', async () => {
  const [node] = cluster.nodes;
  const { stores, clients } = await example(node!.url, '127.0.0.1', node!.port);
  const expiresAt = Date.now() + 60_000;
  for (const [turn, store] of stores.entries())
    expect(await store.beginStep('example', 'step', expiresAt)).toEqual({ kind: turn === 0 ? 'new' : 'begun' });
  for (const client of clients) await client.quit();
});
