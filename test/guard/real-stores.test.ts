import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inputRequired } from '@modelcontextprotocol/server';
import { createClient } from 'redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { text, type Store } from '../../src/index.js';
import { redisStore } from '../../src/store/redis.js';
import { sqliteStore } from '../../src/store/sqlite.js';
import { refuseUnhandledRejections, sleep } from '../ask/server.js';
import { RedisServer } from '../store/redis-server.js';
import { confirm } from './booking.js';
import { Host, no, REFUSED, yes, type HostOptions, type Register } from './server.js';

refuseUnhandledRejections();

const answers = { confirm: yes() };
const willing = { confirm: yes({ confirm: true }) };

/** What two replicas need to share a store, and what is left to close. */
interface Shared {
  readonly stores: readonly [Store, Store];
  close(): Promise<void>;
}

async function sqlite(): Promise<Shared> {
  const directory = await mkdtemp(join(tmpdir(), 'vuelta-guard-'));
  const stores = [
    await sqliteStore(join(directory, 'flows.db')),
    await sqliteStore(join(directory, 'flows.db')),
  ] as const;
  return {
    stores,
    close: async () => {
      for (const store of stores) await store.close();
      await rm(directory, { recursive: true });
    },
  };
}

async function redis(): Promise<Shared> {
  const server = await RedisServer.start();
  const connect = () =>
    createClient({ url: server.url })
      .on('error', () => undefined)
      .connect();
  const clients = [await connect(), await connect()] as const;
  return {
    stores: [redisStore(clients[0]), redisStore(clients[1])],
    close: async () => {
      for (const client of clients) client.destroy();
      await server.end();
    },
  };
}

const plain =
  (work: (replica: number) => unknown, replica: number): Register =>
  (server) => {
    server.registerTool('t', {}, async (ctx) => {
      if (ctx.mcpReq.inputResponses === undefined) return inputRequired({ inputRequests: { confirm: confirm('Go?') } });
      return text(String(await work(replica)));
    });
  };

describe.each([
  ['SQLite', sqlite],
  ['Redis', redis],
])('two replicas over %s', (_name, open) => {
  let shared: Shared;
  beforeAll(async () => {
    shared = await open();
  });
  afterAll(() => shared.close());

  async function asked(register: (replica: number) => Register, options: HostOptions = {}) {
    const hosts = shared.stores.map((store, i) => new Host(register(i), { store, ...options })) as [Host, Host];
    const { state } = await hosts[0].tool('t', {});
    const retry = (replica: 0 | 1, given: unknown = answers) => hosts[replica].tool('t', {}, { state, answers: given });
    return { hosts, retry };
  }

  it('thirty requests at once, then a no: one run, one outcome', async () => {
    for (const encrypt of [false, true]) {
      let runs = 0;
      const { retry } = await asked((i) => plain(() => `run ${(runs += 1)}`, i), { encrypt });
      const first = await Promise.all(Array.from({ length: 30 }, (_, i) => retry((i % 2) as 0 | 1)));
      expect(new Set(first.map(({ bytes }) => bytes)).size).toBe(1);
      expect(first[0]?.text).toBe('run 1');
      for (const replica of [0, 1] as const) {
        expect((await retry(replica)).bytes).toBe(first[0]?.bytes);
        expect((await retry(replica, { confirm: no })).error).toEqual(REFUSED);
      }
    }
  });

  it('a handler that throws: tried again at once, at the other replica, for the same answers only', async () => {
    let runs = 0;
    const work = () => {
      runs += 1;
      if (runs === 1) throw new Error('not today');
      return `run ${runs}`;
    };
    const { hosts, retry } = await asked((i) => plain(work, i), { leaseMs: 60_000 });
    expect((await retry(0)).text).toBe('not today');
    expect((await retry(1, { confirm: no })).error).toEqual(REFUSED);
    expect((await retry(1)).text).toBe('run 2');
    expect((await retry(0)).text).toBe('run 2');
    expect(hosts[1].events.map(({ type }) => type)).toEqual(['rejected', 'taken_over', 'answered', 'settled']);
  });

  it('a long run is renewed, and the other replica waits for it', async () => {
    const runs: number[] = [];
    const work = async (replica: number) => {
      runs.push(replica);
      await sleep(1500);
      return `run of ${replica}`;
    };
    const { retry } = await asked((i) => plain(work, i), { leaseMs: 600 });
    const first = retry(0);
    await sleep(30);
    expect((await retry(1)).bytes).toBe((await first).bytes);
    expect(runs).toEqual([0]);
  });

  it('steps and memos are the same at both, whichever runs', async () => {
    const done: string[] = [];
    const register =
      (replica: number): Register =>
      (_server, rounds) => {
        rounds.tool('t', {}, async (_args, ask) => {
          await ask.confirm('confirm', 'Go?');
          const price = await ask.memo('price', () => `price of ${replica}`);
          const receipt = await ask.once('pay', () => `receipt ${done.push(`paid at ${replica}`)}`);
          if (replica === 0) throw new Error('stumbled');
          return text(`${price}, ${receipt}`);
        });
      };
    const { retry } = await asked(register);
    expect((await retry(0, willing)).text).toBe('stumbled');
    expect((await retry(1, willing)).text).toBe('price of 0, receipt 1');
    expect((await retry(0, willing)).text).toBe('price of 0, receipt 1');
    expect(done).toEqual(['paid at 0']);
  });
});

it('Redis stops in the middle: a coded error before anything runs, and the round can be sent again', async () => {
  const server = await RedisServer.start('--appendonly', 'yes', '--appendfsync', 'always');
  const client = await createClient({ url: server.url })
    .on('error', () => undefined)
    .connect();
  try {
    let runs = 0;
    const work = () => `run ${(runs += 1)}`;
    const host = new Host(plain(work, 0), { store: redisStore(client), storeTimeoutMs: 300 });
    const [one, two] = [await host.tool('t', {}), await host.tool('t', {})];
    const first = await host.tool('t', {}, { state: one.state, answers });
    await server.kill();
    for (const { state } of [one, two]) {
      const reply = await host.tool('t', {}, { state, answers });
      expect(reply.error?.code).toBe(-32_603);
      expect(['store_timeout', 'store_unavailable']).toContain(reply.error?.data?.['reason']);
    }
    expect(runs).toBe(1);
    await server.restart();
    await client.ping();
    expect((await host.tool('t', {}, { state: one.state, answers })).bytes).toBe(first.bytes);
    expect((await host.tool('t', {}, { state: two.state, answers })).text).toBe('run 2');
  } finally {
    client.destroy();
    await server.end();
  }
});
