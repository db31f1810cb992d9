import { describe, expect, it } from 'vitest';
import { memoryStore, text } from '../../src/index.js';
import { refuseUnhandledRejections, sleep } from '../ask/server.js';
import { hookedStore, latch, silent } from './hooked-store.js';
import { Host, yes, type HostOptions } from './server.js';

refuseUnhandledRejections();

const answers = { confirm: yes({ confirm: true }) };

/** A tool whose handler, or whose step, never ends; the store says what reaches it. */
async function stuck(where: 'handler' | 'step', options: HostOptions = {}) {
  const store = hookedStore(memoryStore());
  const reached = latch();
  const host = new Host(
    (_server, rounds) => {
      rounds.tool('t', { annotations: { readOnlyHint: where === 'step' } }, async (_args, ask) => {
        await ask.confirm('confirm', 'Go?');
        const never = () => {
          reached.open();
          return silent();
        };
        await (where === 'step' ? ask.once('never', never) : never());
        return text('never');
      });
    },
    { store, leaseMs: 30, storeTimeoutMs: 200, clockSkewSeconds: 0, ...options },
  );
  const { state } = await host.tool('t', {});
  const leave = new AbortController();
  void host.tool('t', {}, { state, answers, signal: leave.signal }).catch(() => undefined);
  await reached.opened;
  const operation = where === 'step' ? 'beginStep' : 'renew';
  const renewals = () => store.reached.filter((name) => name === operation).length;
  return { store, leave, renewals };
}

describe.each(['handler', 'step'] as const)('F66: a %s that never ends', (where) => {
  it('is renewed while its state lives, and not past the end of it, also when the client has left', async () => {
    const { leave, renewals } = await stuck(where, { ttlSeconds: 2 });
    await sleep(100);
    leave.abort();
    const alive = renewals();
    expect(alive).toBeGreaterThan(1);
    await sleep(100);
    expect(renewals()).toBeGreaterThan(alive);
    await sleep(2100);
    const after = renewals();
    await sleep(200);
    expect(renewals()).toBe(after);
  });

  it('is not renewed once the store has said that it is lost', async () => {
    const { store, renewals } = await stuck(where);
    // In another store the round is nobody's, and the step is another's.
    const other = memoryStore();
    const flow = store.written[store.written.indexOf('once never') - 1] ?? '';
    await other.beginStep(flow, 'once never', Date.now() + 60_000, { owner: 'another', leaseMs: 60_000 });
    store.replace(other);
    await sleep(60);
    const after = renewals();
    await sleep(150);
    expect(renewals()).toBe(after);
  });
});

describe('F66: a round that runs on after its state', () => {
  it('is still nobody else’s: whoever waits at another replica does not run it', async () => {
    const shared = memoryStore();
    const [gate, reached] = [latch(), latch()];
    const runs: number[] = [];
    const options = { ttlSeconds: 2, leaseMs: 300, clockSkewSeconds: 0, storeTimeoutMs: 2000 };
    const hosts = [0, 1].map(
      (at) =>
        new Host(
          (_server, rounds) => {
            rounds.tool('t', {}, async (_args, ask) => {
              await ask.confirm('confirm', 'Go?');
              runs.push(at);
              reached.open();
              await gate.opened;
              return text(`run of ${at}`);
            });
          },
          { store: hookedStore(shared), ...options },
        ),
    ) as [Host, Host];
    const { state } = await hosts[0].tool('t', {});
    const first = hosts[0].tool('t', {}, { state, answers });
    await reached.opened;
    const second = hosts[1].tool('t', {}, { state, answers });
    await sleep(2200);
    gate.open();
    expect((await second).bytes).toBe((await first).bytes);
    expect(runs).toEqual([0]);
  });
});
