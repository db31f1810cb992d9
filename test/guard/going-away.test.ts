import { inputRequired } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { memoryStore, text } from '../../src/index.js';
import { refuseUnhandledRejections, sleep } from '../ask/server.js';
import { confirm } from './booking.js';
import { hookedStore, latch } from './hooked-store.js';
import { Host, yes, type HostOptions, type Register } from './server.js';

refuseUnhandledRejections();

const answers = { confirm: yes() };

/** A tool that does `work` with the signal of its request. */
const working =
  (work: (signal: AbortSignal) => Promise<string>): Register =>
  (server) => {
    server.registerTool('t', {}, async (ctx) => {
      if (ctx.mcpReq.inputResponses === undefined) return inputRequired({ inputRequests: { confirm: confirm('Go?') } });
      return text(await work(ctx.mcpReq.signal));
    });
  };

async function asked(work: (signal: AbortSignal) => Promise<string>, options: HostOptions = {}) {
  const host = new Host(working(work), options);
  const { state } = await host.tool('t', {});
  const retry = (signal?: AbortSignal) =>
    host.tool('t', {}, { state, answers, ...(signal === undefined ? {} : { signal }) });
  /** A request that hangs up. */
  const leaving = () => {
    const controller = new AbortController();
    const gone = retry(controller.signal).catch(() => undefined);
    return { hangUp: () => controller.abort(), gone };
  };
  return { host, retry, leaving, types: () => host.events.map(({ type }) => type) };
}

describe('a client that goes away', () => {
  it('while its round runs: the work goes on, and whoever waits gets its outcome', async () => {
    const gate = latch();
    let runs = 0;
    const { retry, leaving } = await asked(async () => {
      runs += 1;
      await gate.opened;
      return `run ${runs}`;
    });
    const { hangUp, gone } = leaving();
    await sleep(5);
    const waiting = [retry(), retry()];
    hangUp();
    gate.open();
    await gone;
    for (const reply of await Promise.all(waiting)) expect(reply.text).toBe('run 1');
    expect((await retry()).text).toBe('run 1');
  });

  it('and takes its work with it: whoever waits has it done, and is not told of an abort that was not theirs', async () => {
    for (const store of [undefined, hookedStore()]) {
      let runs = 0;
      const { retry, leaving, types } = await asked(
        async (signal) => {
          runs += 1;
          const mine = runs;
          await sleep(30);
          signal.throwIfAborted();
          return `run ${mine}`;
        },
        { store },
      );
      const { hangUp, gone } = leaving();
      await sleep(5);
      const waiting = [retry(), retry(), retry()];
      hangUp();
      await gone;
      for (const reply of await Promise.all(waiting)) expect(reply.text).toBe('run 2');
      expect(runs).toBe(2);
      expect(types().filter((type) => type === 'settled')).toHaveLength(1);
    }
  });

  it('while it waits: nothing happens to the run, nor to the others', async () => {
    const gate = latch();
    let runs = 0;
    const { retry, leaving } = await asked(async () => {
      runs += 1;
      await gate.opened;
      return `run ${runs}`;
    });
    const first = retry();
    const { hangUp, gone } = leaving();
    const third = retry();
    await sleep(5);
    hangUp();
    await gone;
    gate.open();
    expect([(await first).text, (await third).text]).toEqual(['run 1', 'run 1']);
  });

  it('while it waits for another replica, with others behind it: they go on waiting, and get the outcome', async () => {
    const shared = memoryStore();
    const gate = latch();
    const runs: string[] = [];
    const hosts = ['one', 'two'].map(
      (name) =>
        new Host(
          working(async () => {
            runs.push(name);
            await gate.opened;
            return name;
          }),
          { store: hookedStore(shared) },
        ),
    ) as [Host, Host];
    const { state } = await hosts[0].tool('t', {});
    const running = hosts[0].tool('t', {}, { state, answers });
    await sleep(5);
    const controller = new AbortController();
    const gone = hosts[1].tool('t', {}, { state, answers, signal: controller.signal }).catch(() => undefined);
    const behind = [0, 1].map(() => hosts[1].tool('t', {}, { state, answers }));
    await sleep(30);
    controller.abort();
    await gone;
    await sleep(30);
    gate.open();
    for (const reply of await Promise.all([running, ...behind])) expect(reply.text).toBe('one');
    expect(runs).toEqual(['one']);
  });

  it('before it is served: the round is run or not, but never twice', async () => {
    let runs = 0;
    const { retry } = await asked(async () => `run ${(runs += 1)}`);
    await retry(AbortSignal.abort()).catch(() => undefined);
    const controller = new AbortController();
    const early = retry(controller.signal).catch(() => undefined);
    controller.abort();
    await early;
    await sleep(5);
    expect((await retry()).text).toBe(`run 1`);
    expect(runs).toBe(1);
  });

  it('all of them: the round still ends, and is settled', async () => {
    const gate = latch();
    const { leaving, retry, types } = await asked(async () => {
      await gate.opened;
      return 'done';
    });
    const all = [leaving(), leaving(), leaving()];
    await sleep(5);
    for (const { hangUp } of all) hangUp();
    gate.open();
    await sleep(10);
    expect(types()).toContain('settled');
    expect((await retry()).text).toBe('done');
  });
});
