import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redisStore, type NodeRedisClient } from '../../src/store/redis.js';
import { DroppingProxy } from './dropping-proxy.js';
import { RedisServer } from './redis-server.js';

const MINUTE = 60_000;
const later = (): number => Date.now() + 10 * MINUTE;
const claimOf = () => {
  const owner = randomUUID();
  return { flow: owner, round: 1, fingerprint: 'yes', owner, leaseMs: MINUTE, expiresAt: later() };
};

let server: RedisServer;
let client: Redis;

beforeAll(async () => {
  server = await RedisServer.start();
  client = new Redis(server.port);
});
afterAll(async () => {
  client.disconnect();
  await server.end();
});

async function calls(): Promise<Record<string, number>> {
  const stats = await client.info('commandstats');
  const commands = [...stats.matchAll(/^cmdstat_(?<name>[a-z|]+):calls=(?<calls>\d+)/gmu)];
  return Object.fromEntries(commands.map(({ groups }) => [groups?.['name'], Number(groups?.['calls'])]));
}

it('each operation is one round trip, once the server has the scripts', async () => {
  const store = redisStore(client);
  const everything = async (): Promise<void> => {
    const [settled, released] = [claimOf(), claimOf()];
    await store.claim(settled);
    await store.renew(settled, MINUTE);
    await store.settle(settled, 'outcome', later());
    await store.claim(released);
    await store.release(released);
    await store.beginStep(settled.flow, 'step', later());
    await store.endStep(settled.flow, 'step', 'value', later());
  };
  await everything();
  const before = await calls();
  await everything();
  const after = await calls();
  const sent = ['evalsha', 'eval', 'script|load'].map((name) => (after[name] ?? 0) - (before[name] ?? 0));
  expect(sent).toEqual([7, 0, 0]);
});

it('S8 every key expires, begins with the prefix, and has the flow as its hash tag', async () => {
  const store = redisStore(client, { prefix: 'expiring' });
  const flow = `{a}:${randomUUID()}`;
  const expiresAt = later();
  for (const round of [1, 2]) await store.claim({ ...claimOf(), flow, round, expiresAt });
  await store.settle({ ...claimOf(), flow, round: 2 }, 'not the owner', expiresAt);
  await store.beginStep(flow, 'begun', expiresAt);
  await store.endStep(flow, 'done }{', 'value', expiresAt);
  const keys = await client.keys('expiring:*');
  expect(keys).toHaveLength(4);
  const slots = new Set(keys.map((key) => /^expiring:(\{[^{}]+\}):(?:round|step):[^{}]+$/u.exec(key)?.[1]));
  expect(slots.size).toBe(1);
  expect(slots.has(undefined)).toBe(false);
  for (const key of keys) expect(await client.pexpiretime(key), key).toBe(expiresAt);
});

it('keys of two prefixes are apart', async () => {
  const claim = claimOf();
  expect(await redisStore(client, { prefix: 'a' }).claim(claim)).toMatchObject({ kind: 'won' });
  expect(await redisStore(client, { prefix: 'b' }).claim({ ...claim, owner: 'other' })).toMatchObject({ kind: 'won' });
  expect(await redisStore(client, { prefix: 'a' }).claim({ ...claim, owner: 'other' })).toEqual({ kind: 'busy' });
});

it('a server that has forgotten its scripts gets them again', async () => {
  const store = redisStore(client);
  const claim = claimOf();
  await store.claim(claim);
  await client.script('FLUSH');
  expect(await store.claim({ ...claim, owner: 'other' })).toEqual({ kind: 'busy' });
  expect(await store.settle(claim, 'outcome', later())).toBe(true);
});

it('closing the store leaves the client open', async () => {
  const nodeRedis = await createClient({ url: server.url }).connect();
  await redisStore(nodeRedis).close();
  await redisStore(client).close();
  expect([await nodeRedis.ping(), await client.ping()]).toEqual(['PONG', 'PONG']);
  nodeRedis.destroy();
});

it('needs the rights that the guide names, and no more', async () => {
  const guide = await readFile('docs/guides/stores.md', 'utf8');
  const rights = /^- \*\*Rights\.\*\*[\s\S]*?^- /mu.exec(guide)?.[0] ?? '';
  const named = [...rights.matchAll(/`([A-Z]+)`/gu)].map(([, command = '']) => `+${command.toLowerCase()}`);
  expect(named.length).toBeGreaterThan(8);
  await server.cli('acl', 'setuser', 'narrow', 'on', '>secret', '~narrow:*', '-@all', ...named);
  const user = new Redis(server.port, { username: 'narrow', password: 'secret', enableReadyCheck: false });
  await client.script('FLUSH');
  const store = redisStore(user, { prefix: 'narrow' });
  const [settled, released] = [claimOf(), claimOf()];
  await store.claim(settled);
  await store.claim(released);
  expect(await store.renew(settled, MINUTE)).toBe(true);
  expect(await store.settle(settled, 'outcome', later())).toBe(true);
  expect(await store.release(released)).toBe(true);
  expect(await store.beginStep(settled.flow, 'step', later())).toEqual({ kind: 'new' });
  expect(await store.endStep(settled.flow, 'step', 'value', later())).toBe('value');
  await expect(redisStore(user).claim(claimOf())).rejects.toThrow(/NOPERM|No permissions|can't access/iu);
  user.disconnect();
});

it('S9 what would be over before it is written is refused', async () => {
  const store = redisStore(client);
  const claim = { ...claimOf(), expiresAt: Date.now() - 1 };
  const over = { code: 'store_unavailable', message: expect.stringContaining('clock') as string };
  await expect(store.claim(claim)).rejects.toMatchObject(over);
  await expect(store.beginStep(claim.flow, 'step', claim.expiresAt)).rejects.toMatchObject(over);
  expect(await client.keys(`*${claim.flow}*`)).toEqual([]);
});

it('a round that outlived its state settles, since nobody else can have it, and keeps nothing', async () => {
  const store = redisStore(client);
  const gone = { ...claimOf(), expiresAt: Date.now() + 30 };
  await store.claim(gone);
  const held = claimOf();
  await store.claim(held);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await store.settle(gone, 'late', gone.expiresAt)).toBe(true);
  expect(await store.settle(held, 'late', gone.expiresAt)).toBe(true);
  expect(await client.keys(`*${gone.flow}*`)).toEqual([]);
  expect(await client.keys(`*${held.flow}*`)).toEqual([]);
});

it.each([[Number.NaN], [Infinity], [-Infinity]])('refuses the time %s, and writes nothing', async (time) => {
  const store = redisStore(client);
  const claim = claimOf();
  await expect(store.claim({ ...claim, expiresAt: time })).rejects.toBeInstanceOf(RangeError);
  await expect(store.claim({ ...claim, leaseMs: time })).rejects.toBeInstanceOf(RangeError);
  await expect(store.beginStep(claim.flow, 'step', time)).rejects.toBeInstanceOf(RangeError);
  await expect(store.endStep(claim.flow, 'step', 'value', time)).rejects.toBeInstanceOf(RangeError);
  expect(await client.keys(`*${claim.flow}*`)).toEqual([]);
});

describe('redisStore: its arguments', () => {
  it.each([[undefined], [null], ['redis://localhost'], [{}], [{ get: () => 1 }]])('refuses the client %s', (given) => {
    expect(() => redisStore(given as unknown as NodeRedisClient)).toThrow(TypeError);
  });

  it.each([[''], ['{'], ['a}'], [1]])('refuses the prefix %j', (prefix) => {
    expect(() => redisStore(client, { prefix: prefix as string })).toThrow(TypeError);
  });

  it('rejects a reply of another shape', async () => {
    const answering = (reply: unknown) => redisStore({ evalSha: async () => reply, eval: async () => reply });
    for (const reply of ['QUEUED', null, 1])
      await expect(answering(reply).claim(claimOf())).rejects.toMatchObject({ code: 'store_unavailable' });
  });
});

describe('a client that sends a command again after it lost the reply', () => {
  let proxy: DroppingProxy;
  let resending: Redis;
  beforeAll(async () => {
    proxy = await DroppingProxy.before(server.port);
    resending = new Redis(proxy.port, { retryStrategy: () => 10 });
    await resending.ping();
  });
  afterAll(() => {
    resending.disconnect();
    proxy.close();
  });

  async function lossy<T>(work: () => Promise<T>): Promise<T> {
    const { dropped } = proxy;
    proxy.dropNextReply();
    const result = await work();
    expect(proxy.dropped).toBe(dropped + 1);
    return result;
  }

  it('S3 S4 S7 is told what it was told the first time, and does not wait for itself', async () => {
    const store = redisStore(resending);
    const claim = { ...claimOf(), leaseMs: 1000 };
    const next = { ...claimOf(), flow: claim.flow };
    expect(await lossy(() => store.claim(claim))).toEqual({ kind: 'won', takenOver: false });
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect(await lossy(() => store.claim(next))).toEqual({ kind: 'won', takenOver: true });
    expect(await lossy(() => store.renew(next, MINUTE))).toBe(true);
    expect(await lossy(() => store.settle(next, 'outcome', later()))).toBe(true);
    expect(await store.settle(next, 'other', later())).toBe(false);
    expect(await lossy(() => store.endStep(claim.flow, 'step', 'value', later()))).toBe('value');
    expect(await lossy(() => store.beginStep(claim.flow, 'pay', later()))).toEqual({ kind: 'begun' });
  });
});
