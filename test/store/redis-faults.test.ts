import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { afterEach, describe, expect, it } from 'vitest';
import { withDeadline } from '../../src/store/deadline.js';
import type { Store } from '../../src/store/index.js';
import { redisStore, type IoredisClient, type NodeRedisClient } from '../../src/store/redis.js';
import { RedisServer } from './redis-server.js';

const MINUTE = 60_000;
const later = (): number => Date.now() + 10 * MINUTE;
const claimOf = (part: { leaseMs?: number } = {}) => {
  const owner = randomUUID();
  return { flow: owner, round: 1, fingerprint: 'yes', owner, leaseMs: MINUTE, expiresAt: later(), ...part };
};

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function start(...settings: string[]): Promise<RedisServer> {
  const server = await RedisServer.start(...settings);
  cleanups.push(() => server.end());
  return server;
}

type Connect = (server: RedisServer) => Promise<NodeRedisClient | IoredisClient>;

function nodeRedis(options: object): Connect {
  return async ({ url }) => {
    const client = createClient({ url, socket: { reconnectStrategy: () => 50 }, ...options });
    client.on('error', () => undefined);
    cleanups.push(() => client.destroy());
    return client.connect();
  };
}

const ioredis: Connect = async ({ port }) => {
  const client = new Redis(port, { retryStrategy: () => 50 });
  client.on('error', () => undefined);
  cleanups.push(() => client.disconnect());
  await client.ping();
  return client;
};

const CLIENTS: [name: string, connect: Connect][] = [
  ['redis', nodeRedis({})],
  ['redis without its offline queue', nodeRedis({ disableOfflineQueue: true })],
  ['ioredis', ioredis],
];

const operations = (store: Store): (() => Promise<unknown>)[] => {
  const claim = claimOf();
  return [
    () => store.claim(claim),
    () => store.renew(claim, MINUTE),
    () => store.settle(claim, 'outcome', later()),
    () => store.release(claim),
    () => store.beginStep(claim.flow, 'step', later()),
    () => store.endStep(claim.flow, 'step', 'value', later()),
  ];
};

/** The code with which a call rejects. */
const codeOf = (call: () => Promise<unknown>): Promise<unknown> =>
  call().then(
    (value) => expect.fail(`resolved to ${JSON.stringify(value)}`),
    (error: { code?: unknown }) => error.code,
  );

describe.each(CLIENTS)('a server that is stopped in the middle (%s)', (_, connect) => {
  it('S9 every operation rejects in time with a coded error, and works again when it is back', async () => {
    const server = await start('--appendonly', 'yes', '--appendfsync', 'always');
    const store = withDeadline(redisStore(await connect(server)), 300);
    const claim = claimOf();
    expect(await store.claim(claim)).toEqual({ kind: 'won', takenOver: false });
    await server.kill();
    for (const operation of operations(store))
      expect(['store_timeout', 'store_unavailable']).toContain(await codeOf(operation));
    await server.restart();
    await expect
      .poll(() => store.settle(claim, 'outcome', later()).catch(() => undefined), { timeout: 5000 })
      .toBe(true);
    expect(await store.claim(claim)).toEqual({ kind: 'settled', outcome: 'outcome' });
  });

  it('S9 a call that is under way when the server falls silent is store_timeout', async () => {
    const server = await start();
    const store = withDeadline(redisStore(await connect(server)), 300);
    await store.claim(claimOf());
    server.freeze();
    for (const operation of operations(store)) expect(await codeOf(operation)).toBe('store_timeout');
    server.thaw();
    await expect.poll(() => store.claim(claimOf()).catch(() => undefined)).toMatchObject({ kind: 'won' });
  });

  it('S9 a call that is under way when the server dies is a coded error', async () => {
    const server = await start();
    const store = withDeadline(redisStore(await connect(server)), 500);
    await store.claim(claimOf());
    server.freeze();
    const calls = operations(store).map((operation) => codeOf(operation));
    await server.kill();
    for (const code of await Promise.all(calls)) expect(['store_timeout', 'store_unavailable']).toContain(code);
  });
});

it('redis without its offline queue rejects at once while there is no server', async () => {
  const server = await start();
  const store = withDeadline(redisStore(await nodeRedis({ disableOfflineQueue: true })(server)), 30_000);
  await store.claim(claimOf());
  await server.kill();
  for (const operation of operations(store)) expect(await codeOf(operation)).toBe('store_unavailable');
});

it('a client that was never connected, or is closed, is store_unavailable', async () => {
  const server = await start();
  const client = createClient({ url: server.url });
  const store = withDeadline(redisStore(client), 1000);
  for (const operation of operations(store)) expect(await codeOf(operation)).toBe('store_unavailable');
  await client.connect();
  await store.claim(claimOf());
  client.destroy();
  for (const operation of operations(store)) expect(await codeOf(operation)).toBe('store_unavailable');
});

describe.each(CLIENTS)('a server that is killed and comes back with its append-only file (%s)', (_, connect) => {
  it('S1 to S8 hold over the restart', async () => {
    const server = await start('--appendonly', 'yes', '--appendfsync', 'always');
    const store = redisStore(await connect(server));
    const [settled, held, dead, released] = [claimOf(), claimOf(), claimOf({ leaseMs: 30 }), claimOf()];
    for (const claim of [settled, held, dead, released]) await store.claim(claim);
    await store.settle(settled, 'outcome\0', later());
    await store.release(released);
    await store.beginStep(settled.flow, 'begun', later());
    await store.endStep(settled.flow, 'done', 'value', later());
    const expiresAt = Date.now() + 400;
    await store.endStep(settled.flow, 'over', 'value', expiresAt);
    await server.kill();
    await server.restart();
    const again = <T extends object>(claim: T) => ({ ...claim, owner: randomUUID() });
    await expect.poll(() => store.claim(again(held)).catch(() => undefined)).toEqual({ kind: 'busy' });
    expect(await store.claim({ ...again(held), fingerprint: 'no' })).toEqual({ kind: 'conflict' });
    expect(await store.claim(again(settled))).toEqual({ kind: 'settled', outcome: 'outcome\0' });
    expect(await store.claim({ ...again(settled), fingerprint: 'no' })).toEqual({ kind: 'conflict' });
    expect(await store.claim(again(dead))).toEqual({ kind: 'won', takenOver: true });
    expect(await store.renew(dead, MINUTE)).toBe(false);
    expect(await store.claim({ ...again(released), fingerprint: 'no' })).toEqual({ kind: 'won', takenOver: false });
    expect(await store.settle(held, 'mine', later())).toBe(true);
    expect(await store.beginStep(settled.flow, 'begun', later())).toEqual({ kind: 'begun' });
    expect(await store.beginStep(settled.flow, 'done', later())).toEqual({ kind: 'done', value: 'value' });
    await expect.poll(() => Date.now()).toBeGreaterThan(expiresAt);
    expect(await store.beginStep(settled.flow, 'over', later())).toEqual({ kind: 'new' });
  });
});

describe.each(CLIENTS)('a server without memory (%s)', (_, connect) => {
  it('S10 refuses what would begin, before anything is done, and lets what has begun end', async () => {
    const server = await start('--maxmemory-policy', 'noeviction');
    const store = redisStore(await connect(server));
    const [claim, held] = [claimOf(), claimOf()];
    await store.claim(claim);
    await store.claim(held);
    await store.beginStep(claim.flow, 'step', later());
    await store.endStep(claim.flow, 'old', 'value', later());
    for (const operation of operations(store)) await operation();
    await server.cli('config', 'set', 'maxmemory', '1');

    const full = { message: expect.stringMatching(/^OOM/u) as string };
    await expect(store.claim(claimOf())).rejects.toMatchObject(full);
    await expect(store.beginStep(claim.flow, 'another', later())).rejects.toMatchObject(full);
    await expect(store.beginStep(claim.flow, 'step', later())).rejects.toMatchObject(full);
    const coded = withDeadline(store, 1000);
    await expect(coded.claim(claimOf())).rejects.toMatchObject({ code: 'store_unavailable' });

    const large = 'x'.repeat(2 ** 20);
    expect(await store.renew(claim, MINUTE)).toBe(true);
    expect(await store.endStep(claim.flow, 'step', large, later())).toBe(large);
    expect(await store.settle(claim, large, later())).toBe(true);
    expect(await store.release(held)).toBe(true);
    expect(await store.claim(claim)).toEqual({ kind: 'settled', outcome: large });
    expect(await store.beginStep(claim.flow, 'old', later())).toEqual({ kind: 'done', value: 'value' });
    await server.cli('config', 'set', 'maxmemory', '0');
    expect(await store.beginStep(claim.flow, 'another', later())).toEqual({ kind: 'new' });
  });
});

describe('a server that evicts keys', () => {
  it('S9 is refused for as long as it does', async () => {
    const server = await start('--maxmemory', '100mb', '--maxmemory-policy', 'volatile-lru');
    const store = redisStore(await ioredis(server));
    for (const operation of [...operations(store), ...operations(store)])
      await expect(operation()).rejects.toMatchObject({
        code: 'store_unavailable',
        message: expect.stringContaining('volatile-lru') as string,
      });
    await server.cli('config', 'set', 'maxmemory-policy', 'noeviction');
    for (const operation of operations(store)) await operation();
  });

  it('is not told apart where the user may not look, and is accepted without a limit', async () => {
    const server = await start('--maxmemory', '100mb', '--maxmemory-policy', 'allkeys-lru');
    await server.cli('acl', 'setuser', 'plain', 'on', '>secret', '~*', '+@all', '-info');
    const client = new Redis(server.port, { username: 'plain', password: 'secret', enableReadyCheck: false });
    cleanups.push(() => client.disconnect());
    expect(await redisStore(client).claim(claimOf())).toMatchObject({ kind: 'won' });

    const unlimited = await start('--maxmemory', '0', '--maxmemory-policy', 'allkeys-lru');
    expect(await redisStore(await ioredis(unlimited)).claim(claimOf())).toMatchObject({ kind: 'won' });
  });
});

it('a read-only replica is refused', async () => {
  const [primary, replica] = [await start(), await start()];
  await replica.cli('replicaof', '127.0.0.1', String(primary.port));
  const store = withDeadline(redisStore(await ioredis(replica)), 1000);
  const claim = claimOf();
  expect(await codeOf(() => store.claim(claim))).toBe('store_unavailable');
  expect(await codeOf(() => store.beginStep(claim.flow, 'step', later()))).toBe('store_unavailable');
});
