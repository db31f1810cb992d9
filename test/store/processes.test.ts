import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redisStore } from '../../src/store/redis.js';
import { sqliteStore } from '../../src/store/sqlite.js';
import type { Store } from '../../src/store/index.js';
import { RedisServer } from './redis-server.js';

const CLAIMANT = join(import.meta.dirname, 'claimant.mjs');
const PROCESSES = 4;
const ROUNDS = 50;

interface Report {
  readonly owner: string;
  readonly found: readonly { readonly claimed: string; readonly begun: string; readonly kept: string }[];
}

/** A process of the race; `lines` end when it does. */
function claimant(kind: string, address: string, flow: string): { child: ChildProcess; lines: AsyncIterator<string> } {
  const child = spawn(process.execPath, [CLAIMANT, kind, address, flow, String(ROUNDS)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
}

async function race(kind: string, address: string, flow: string): Promise<Report[]> {
  const racers = Array.from({ length: PROCESSES }, () => claimant(kind, address, flow));
  for (const { lines } of racers) expect((await lines.next()).value).toBe('ready');
  const start = Date.now() + 100;
  for (const { child } of racers) child.stdin?.write(`${start}\n`);
  return Promise.all(racers.map(async ({ lines }) => JSON.parse(String((await lines.next()).value)) as Report));
}

describe('several processes over the same records', () => {
  let directory: string;
  let server: RedisServer;
  let client: Redis;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'vuelta-processes-'));
    server = await RedisServer.start();
    client = new Redis(server.port);
  });
  afterAll(async () => {
    client.disconnect();
    await server.end();
    await rm(directory, { recursive: true });
  });

  const places: [kind: string, address: () => string, open: () => Promise<Store>][] = [
    ['sqlite', () => join(directory, 'flows.db'), () => sqliteStore(join(directory, 'flows.db'))],
    ['redis', () => server.url, async () => redisStore(client)],
    ['ioredis', () => server.url, async () => redisStore(client)],
  ];

  it.each(places)(
    'S1 S7 %s: one process wins each round, begins each step and gives its result',
    async (kind, address, open) => {
      const flow = randomUUID();
      const reports = await race(kind, address(), flow);
      const store = await open();
      for (let round = 0; round < ROUNDS; round += 1) {
        const of = reports.map(({ owner, found }) => ({ owner, ...found[round]! }));
        const won = of.filter(({ claimed }) => claimed === 'won');
        expect(won, `round ${round}`).toHaveLength(1);
        expect(of.filter(({ begun }) => begun === 'new').length, `round ${round}`).toBe(1);
        expect(new Set(of.map(({ kept }) => kept)).size, `round ${round}`).toBe(1);
        const again = {
          flow,
          round,
          fingerprint: 'yes',
          owner: 'later',
          leaseMs: 1000,
          expiresAt: Date.now() + 60_000,
        };
        expect(await store.claim(again)).toEqual({ kind: 'settled', outcome: won[0]?.owner });
      }
      // One that won everything raced against nobody.
      const winners = reports.filter(({ found }) => found.some(({ claimed }) => claimed === 'won'));
      expect(winners.length).toBeGreaterThan(1);
      await store.close();
    },
    60_000,
  );
});
