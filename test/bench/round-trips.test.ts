import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { text } from '../../src/index.js';
import { redisStore, type IoredisClient, type NodeRedisClient } from '../../src/store/redis.js';
import { Host, yes, type Register, type Reply } from '../guard/server.js';
import { RedisServer } from '../store/redis-server.js';

const day = z.object({ day: z.string() });

/** A tool that asks once, one that asks twice, one that records an effect, one that only reads, and one that never asks. */
const register: Register = (mcp, rounds) => {
  rounds.tool('once', { inputSchema: day }, async (_args, ask) => {
    await ask.confirm('ok', 'Go?');
    return text('done');
  });
  rounds.tool('twice', { inputSchema: day }, async (_args, ask) => {
    await ask.confirm('ok', 'Go?');
    await ask.confirm('sure', 'Really?');
    return text('done');
  });
  rounds.tool('effect', { inputSchema: day }, async (_args, ask) => {
    await ask.confirm('ok', 'Go?');
    await ask.once('book', () => 'booked');
    return text('done');
  });
  rounds.tool('reads', { inputSchema: day, annotations: { readOnlyHint: true } }, async (_args, ask) => {
    await ask.confirm('ok', 'Go?');
    return text('done');
  });
  mcp.registerTool('plain', { inputSchema: day }, () => text('done'));
};

/** The same client, and how often anything is called on it. */
function counted<C extends object>(client: C): { client: C; counter: { calls: number } } {
  const counter = { calls: 0 };
  const watched = new Proxy(client, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]): unknown => {
        counter.calls += 1;
        return Reflect.apply(member, target, args);
      };
    },
  });
  return { client: watched, counter };
}

let server: RedisServer;
let nodeRedis: ReturnType<typeof createClient>;
let ioredis: Redis;

beforeAll(async () => {
  server = await RedisServer.start();
  nodeRedis = createClient({ url: server.url });
  await nodeRedis.connect();
  ioredis = new Redis(server.port);
});
afterAll(async () => {
  nodeRedis.destroy();
  ioredis.disconnect();
  await server.end();
});

/** The scripts that the server has run, by its own count. */
async function served(): Promise<number> {
  const stats = await server.cli('info', 'commandstats');
  const scripts = [...stats.matchAll(/^cmdstat_(?:eval|evalsha|fcall):calls=(\d+)/gmu)];
  return scripts.reduce((sum, [, calls]) => sum + Number(calls), 0);
}

describe.each([
  ['redis', () => nodeRedis as NodeRedisClient],
  ['ioredis', () => ioredis as IoredisClient],
])('single use over %s', (name, clientOf) => {
  let host: Host;
  let given: { calls: number };

  beforeEach(async () => {
    const { client, counter } = counted(clientOf());
    given = counter;
    host = new Host(register, { store: redisStore(client, { prefix: name }) });
    // From here on the server has every script that these tools run.
    const { state } = await host.tool('effect', { day: '0' });
    await host.tool('effect', { day: '0' }, { state, answers: { ok: yes() } });
  });

  /** What the store sent to Redis meanwhile, which is what Redis ran. */
  async function commands(request: () => Promise<Reply>): Promise<{ sent: number; reply: Reply }> {
    const before = { given: given.calls, served: await served() };
    const reply = await request();
    const sent = given.calls - before.given;
    expect((await served()) - before.served).toBe(sent);
    return { sent, reply };
  }

  it('a first round asks Redis nothing, a retry twice, a repeat of it once', async () => {
    const first = await commands(() => host.tool('once', { day: '1' }));
    expect(first.reply.asks).toHaveProperty('ok');
    expect(first.sent).toBe(0);
    const retry = { state: first.reply.state, answers: { ok: yes() } };
    const second = await commands(() => host.tool('once', { day: '1' }, retry));
    expect(second.reply.text).toBe('done');
    expect(second.sent).toBe(2);
    const repeated = await commands(() => host.tool('once', { day: '1' }, retry));
    expect(repeated.reply.bytes).toBe(second.reply.bytes);
    expect(repeated.sent).toBe(1);
  });

  it('a retry that asks again costs no more than one that ends the call', async () => {
    const { state } = (await commands(() => host.tool('twice', { day: '2' }))).reply;
    const second = await commands(() => host.tool('twice', { day: '2' }, { state, answers: { ok: yes() } }));
    expect(second.reply.asks).toHaveProperty('sure');
    expect(second.sent).toBe(2);
    const last = { state: second.reply.state, answers: { sure: yes({ sure: true }) } };
    const third = await commands(() => host.tool('twice', { day: '2' }, last));
    expect(third.reply.text).toBe('done');
    expect(third.sent).toBe(2);
  });

  it('an effect adds two: one before it and one after', async () => {
    const { state } = await host.tool('effect', { day: '3' });
    const retry = await commands(() => host.tool('effect', { day: '3' }, { state, answers: { ok: yes() } }));
    expect(retry.reply.text).toBe('done');
    expect(retry.sent).toBe(4);
  });

  it('a tool that only reads, and one that never asks, cost nothing', async () => {
    const { state } = await host.tool('reads', { day: '4' });
    const read = await commands(() => host.tool('reads', { day: '4' }, { state, answers: { ok: yes() } }));
    const plain = await commands(() => host.tool('plain', { day: '4' }));
    expect([read.reply.text, plain.reply.text]).toEqual(['done', 'done']);
    expect([read.sent, plain.sent]).toEqual([0, 0]);
  });
});
