import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from 'redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryStore, text, type Asks, type Store } from '../../src/index.js';
import { redisStore } from '../../src/store/redis.js';
import { sqliteStore } from '../../src/store/sqlite.js';
import { refuseUnhandledRejections, sleep } from '../ask/server.js';
import { RedisServer } from '../store/redis-server.js';
import { down, hookedStore, latch } from './hooked-store.js';
import { Host, yes, type HostOptions, type Register } from './server.js';

refuseUnhandledRejections();

const answers = { confirm: yes({ confirm: true }) };

type Work = (ask: Asks<never>) => Promise<unknown>;

/** All that does not run once a round: a prompt, a resource, a tool that only reads, one whose rounds are not claimed. */
const offering =
  (work: Work): Register =>
  (_server, rounds) => {
    const asked = async (ask: Asks<never>) => {
      await ask.confirm('confirm', 'Go?');
      return String(await work(ask));
    };
    rounds.tool('reads', { annotations: { readOnlyHint: true } }, async (_args, ask) => text(await asked(ask)));
    rounds.tool('many', { singleUse: false }, async (_args, ask) => text(await asked(ask)));
    rounds.tool('single', {}, async (_args, ask) => text(await asked(ask)));
    rounds.prompt('prompt', {}, async (_args, ask) => ({
      messages: [{ role: 'user', content: { type: 'text', text: await asked(ask) } }],
    }));
    rounds.resource('note', 'note://r', {}, async (uri, _variables, ask) => ({
      contents: [{ uri: uri.href, text: await asked(ask) }],
    }));
  };

const VERBS = [
  ['tools/call', { name: 'reads', arguments: {} }],
  ['tools/call', { name: 'many', arguments: {} }],
  ['tools/call', { name: 'single', arguments: {} }],
  ['prompts/get', { name: 'prompt' }],
  ['resources/read', { uri: 'note://r' }],
] as const;

describe.each([
  ['memory', async () => ({ stores: [memoryStore()], end: async () => undefined })],
  [
    'SQLite, two replicas',
    async () => {
      const directory = await mkdtemp(join(tmpdir(), 'vuelta-once-'));
      const stores = [await sqliteStore(join(directory, 'a.db')), await sqliteStore(join(directory, 'a.db'))];
      const end = async () => {
        await Promise.all(stores.map((store) => store.close()));
        await rm(directory, { recursive: true });
      };
      return { stores, end };
    },
  ],
  [
    'Redis, two replicas',
    async () => {
      const server = await RedisServer.start();
      const client = await createClient({ url: server.url }).connect();
      const end = async () => {
        client.destroy();
        await server.end();
      };
      return { stores: [redisStore(client), redisStore(client)], end };
    },
  ],
])('F56: once over %s', (_name, start) => {
  let stores: Store[];
  let end: () => Promise<unknown>;
  beforeAll(async () => {
    ({ stores, end } = await start());
  });
  afterAll(() => end());

  it.each(VERBS)('%s %o: many requests at one moment, one effect, and all get its outcome', async (method, params) => {
    let effects = 0;
    const work: Work = (ask) =>
      ask.once('order', async () => {
        await sleep(20);
        return (effects += 1);
      });
    const hosts = stores.map((store) => new Host(offering(work), { store }));
    const { state } = await (hosts[0] as Host).send(method, params);
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, at) => (hosts[at % hosts.length] as Host).send(method, params, { state, answers })),
    );
    expect(replies.map((reply) => reply.text)).toEqual(replies.map(() => '1'));
    expect(effects).toBe(1);
    const runs = hosts.flatMap(({ events }) => events.filter(({ type }) => type === 'step_run'));
    expect(runs).toMatchObject([{ again: false }]);
  });
});

describe('F56: a step that somebody else does', () => {
  async function asked(work: Work, options: HostOptions = {}) {
    const ways = [0, 1].map(() => options.store ?? memoryStore());
    const shared = ways[0] as Store;
    const hooked = [hookedStore(shared), hookedStore(shared)] as const;
    const hosts = hooked.map((store) => new Host(offering(work), { ...options, store })) as [Host, Host];
    const { state } = await hosts[0].prompt('prompt', {});
    return { hosts, hooked, retry: (at: 0 | 1) => hosts[at].prompt('prompt', {}, { state, answers }) };
  }

  it('A18 and that throws is done by whoever waits, at once', async () => {
    const [reached, gate] = [latch(), latch()];
    let runs = 0;
    const { retry } = await asked(
      (ask) =>
        ask.once('order', async () => {
          runs += 1;
          if (runs > 1) return runs;
          reached.open();
          await gate.opened;
          throw new Error('no paper');
        }),
      { leaseMs: 60_000 },
    );
    const first = retry(0);
    await reached.opened;
    const second = retry(1);
    gate.open();
    expect((await first).error).toBeDefined();
    expect((await second).text).toBe('2');
  });

  it('is waited for while its lease is renewed, however long it takes', async () => {
    let runs = 0;
    const { retry } = await asked(
      (ask) =>
        ask.once('order', async () => {
          await sleep(400);
          return (runs += 1);
        }),
      { leaseMs: 90 },
    );
    expect((await Promise.all([retry(0), retry(1)])).map(({ text: said }) => said)).toEqual(['1', '1']);
  });

  it('and that dies is done again when its lease has run out, with the same key, and it says so', async () => {
    const [reached, gate] = [latch(), latch()];
    const keys: string[] = [];
    const { retry, hosts, hooked } = await asked(
      (ask) =>
        ask.once('order', async ({ idempotencyKey }) => {
          keys.push(idempotencyKey);
          if (keys.length > 1) return keys.length;
          reached.open();
          await gate.opened;
          return keys.length;
        }),
      { leaseMs: 60 },
    );
    const first = retry(0);
    await reached.opened;
    hooked[0].before.beginStep = down;
    expect((await retry(1)).text).toBe('2');
    expect(new Set(keys).size).toBe(1);
    expect(hosts[1].events.find(({ type }) => type === 'step_run')).toMatchObject({ again: true });
    gate.open();
    expect((await first).text, 'the first result wins').toBe('2');
  });

  it('A16 and whose lease ran out before the effect: it does not start', async () => {
    const effects: number[] = [];
    let at: 0 | 1 = 0;
    const { retry, hooked } = await asked((ask) => ask.once('order', () => effects.push(at)), { leaseMs: 60 });
    const late = latch();
    hooked[0].after.beginStep = async () => {
      hooked[0].after.beginStep = undefined;
      await late.opened;
    };
    const first = retry(0);
    await sleep(100);
    at = 1;
    expect((await retry(1)).text).toBe('1');
    late.open();
    expect((await first).error?.data).toEqual({ reason: 'lease_lost' });
    expect(effects).toEqual([1]);
  });

  it('in a first round is done once a flow: two first requests are two flows', async () => {
    let effects = 0;
    const host = new Host((_server, rounds) => {
      rounds.tool('t', {}, async (_args, ask) => {
        const order = await ask.once('order', () => (effects += 1));
        await ask.confirm('confirm', 'Go?');
        return text(String(order));
      });
    });
    const first = await Promise.all([host.tool('t', {}), host.tool('t', {})]);
    expect(effects).toBe(2);
    const second = await Promise.all(first.map(({ state }) => host.tool('t', {}, { state, answers })));
    expect(second.map((reply) => reply.text).toSorted()).toEqual(['1', '2']);
    expect(effects).toBe(2);
  });
});
