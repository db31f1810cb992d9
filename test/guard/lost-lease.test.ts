import { describe, expect, it } from 'vitest';
import { refuseUnhandledRejections, sleep } from '../ask/server.js';
import { down, latch, silent } from './hooked-store.js';
import { answers, awaiting, replicas, willing, working, type Replica } from './replicas.js';
import { no, REFUSED, type Register } from './server.js';

refuseUnhandledRejections();

describe('a replica that has lost its lease', () => {
  /** The first replica is cut off in the middle of its work, the second takes over, then the first comes back. */
  async function cutOff(
    register: (replica: number) => Register,
    begun: Promise<void>,
    given: unknown = willing,
    leaseMs = 120,
  ) {
    const [one, two] = (await replicas(register, { leaseMs })) as [Replica, Replica];
    const first = one.retry(given);
    await begun;
    one.way.before.renew = down;
    const second = two.retry(given);
    const heal = () => {
      one.way.before.renew = undefined;
    };
    return { one, two, first, second, heal };
  }

  it('gives the outcome of the one that took over, when its own work ends well', async () => {
    const [gate, begun] = [latch(), latch()];
    const work = working(async (replica) => {
      if (replica === 0) {
        begun.open();
        await gate.opened;
      }
      return `run of ${replica}`;
    });
    const { one, first, second, heal } = await cutOff(work, begun.opened, answers);
    expect((await second).text).toBe('run of 1');
    heal();
    gate.open();
    expect((await first).bytes).toBe((await second).bytes);
    expect((await one.retry()).bytes).toBe((await second).bytes);
    expect(one.types()).not.toContain('settled');
  });

  it('A16 starts no step any more, once it has been told, and gives the outcome of the other', async () => {
    const [gate, begun] = [latch(), latch()];
    const charged: number[] = [];
    const register = awaiting(async (replica, ask) => {
      if (replica === 0) {
        begun.open();
        await gate.opened;
      }
      await ask.once('other', () => charged.push(replica)).catch(() => undefined);
      return `run of ${replica}`;
    });
    const { one, first, second, heal } = await cutOff(register, begun.opened);
    expect((await second).text).toBe('run of 1');
    heal();
    await sleep(80);
    gate.open();
    expect((await first).bytes).toBe((await second).bytes);
    expect(charged).toEqual([1]);
    expect(one.types()).toContain('repeated');
  });

  it('A16 starts no step before it has been told either: a lease that may have run out is renewed first', async () => {
    const [gate, begun, charging, charged] = [latch(), latch(), latch(), latch()];
    const charges: number[] = [];
    const register = awaiting(async (replica, ask) => {
      if (replica === 0) {
        begun.open();
        await gate.opened;
      }
      await ask.once('charge', async () => {
        charges.push(replica);
        charging.open();
        await charged.opened;
      });
      return `run of ${replica}`;
    });
    const { first, second, heal } = await cutOff(register, begun.opened);
    await charging.opened;
    heal();
    gate.open();
    await sleep(40);
    charged.open();
    expect((await second).text).toBe('run of 1');
    expect((await first).bytes).toBe((await second).bytes);
    expect(charges).toEqual([1]);
  });

  it('A16 commits nothing', async () => {
    const [gate, begun] = [latch(), latch()];
    const committed: number[] = [];
    const register = awaiting(async (replica, ask) => {
      ask.onCommit(() => committed.push(replica));
      if (replica === 0) {
        begun.open();
        await gate.opened;
      }
      return `run of ${replica}`;
    });
    const { first, second, heal } = await cutOff(register, begun.opened);
    await second;
    heal();
    gate.open();
    expect((await first).bytes).toBe((await second).bytes);
    expect(committed).toEqual([1]);
  });

  it('and throws: gives the outcome of the other, and does not release its round', async () => {
    const [gate, begun] = [latch(), latch()];
    const runs: number[] = [];
    const work = working(async (replica) => {
      runs.push(replica);
      if (replica !== 0) return 'run of 1';
      begun.open();
      await gate.opened;
      throw new Error('thrown too late');
    });
    const { two, first, second, heal } = await cutOff(work, begun.opened, answers);
    expect((await second).text).toBe('run of 1');
    heal();
    gate.open();
    expect((await first).bytes).toBe((await second).bytes);
    expect((await two.retry()).bytes).toBe((await second).bytes);
    expect(runs).toEqual([0, 1]);
  });

  it('and throws when the other died as well: the round can be tried again', async () => {
    const [gate, begun, taken] = [latch(), latch(), latch()];
    let runs = 0;
    const work = working(async (replica) => {
      if (replica === 1) {
        taken.open();
        return silent();
      }
      runs += 1;
      if (runs > 1) return `run ${runs}`;
      begun.open();
      await gate.opened;
      throw new Error('thrown too late');
    });
    const { one, two, first, heal } = await cutOff(work, begun.opened, answers, 900);
    await taken.opened;
    Object.assign(two.way.before, { renew: silent, settle: silent, release: silent });
    heal();
    gate.open();
    expect((await first).text).toBe('thrown too late');
    const before = one.way.reached.length;
    expect((await one.retry()).text).toBe('run 2');
    const claims = one.way.reached.slice(before).filter((operation) => operation === 'claim');
    expect(claims, 'no lease to wait for: the first claim wins').toHaveLength(1);
    const renewals = one.way.reached.filter((operation) => operation === 'renew').length;
    await sleep(100);
    expect(
      one.way.reached.filter((operation) => operation === 'renew'),
      'it renews no more',
    ).toHaveLength(renewals);
    expect(one.types()).toEqual(['taken_over', 'released', 'taken_over', 'settled']);
  });

  it('while it could not settle, and the other died as well: it settles', async () => {
    const [gate, begun, taken] = [latch(), latch(), latch()];
    const work = working(async (replica) => {
      if (replica === 1) {
        taken.open();
        return silent();
      }
      begun.open();
      await gate.opened;
      return `run of ${replica}`;
    });
    const { one, two, first, heal } = await cutOff(work, begun.opened, answers);
    one.way.before.settle = down;
    gate.open();
    expect((await first).text).toBe('run of 0');
    await taken.opened;
    Object.assign(two.way.before, { renew: silent, settle: silent, release: silent });
    await sleep(150);
    heal();
    one.way.before.settle = undefined;
    await sleep(600);
    expect(one.types()).toEqual(['settled']);
    expect((await one.retry()).bytes).toBe((await first).bytes);
  });

  it('gives its own outcome when the other died as well, and that is the outcome from then on', async () => {
    const [gate, begun, taken] = [latch(), latch(), latch()];
    const work = working(async (replica) => {
      if (replica === 1) {
        taken.open();
        return silent();
      }
      begun.open();
      await gate.opened;
      return `run of ${replica}`;
    });
    const { one, two, first, second, heal } = await cutOff(work, begun.opened, answers);
    void second;
    await taken.opened;
    Object.assign(two.way.before, { renew: silent, settle: silent, release: silent });
    heal();
    gate.open();
    expect((await first).text).toBe('run of 0');
    expect((await one.retry()).bytes).toBe((await first).bytes);
    expect(one.types()).toEqual(['taken_over', 'settled', 'repeated']);
    const renewals = one.way.reached.filter((operation) => operation === 'renew').length;
    await sleep(100);
    expect(
      one.way.reached.filter((operation) => operation === 'renew'),
      'it renews no more',
    ).toHaveLength(renewals);
  });

  it('and the reply is lost when it takes the round back: told, and the answers stay what they were', async () => {
    const [gate, begun, taken] = [latch(), latch(), latch()];
    const work = working(async (replica) => {
      if (replica === 1) {
        taken.open();
        return silent();
      }
      begun.open();
      await gate.opened;
      return `run of ${replica}`;
    });
    const { one, two, first, heal } = await cutOff(work, begun.opened, answers);
    await taken.opened;
    Object.assign(two.way.before, { renew: silent, settle: silent, release: silent });
    await sleep(150);
    heal();
    one.way.after.claim = down;
    gate.open();
    expect((await first).error?.data).toEqual({ reason: 'store_unavailable' });
    one.way.after.claim = undefined;
    await sleep(5);
    expect((await one.retry({ confirm: no })).error).toEqual(REFUSED);
    expect((await one.retry()).text).toBe('run of 0');
  });

  it('and the store fails when it looks: told, since the outcome that counts is not its own; a repeat gets that one', async () => {
    const [gate, begun] = [latch(), latch()];
    const work = working(async (replica) => {
      if (replica === 0) {
        begun.open();
        await gate.opened;
      }
      return `run of ${replica}`;
    });
    const { one, first, second, heal } = await cutOff(work, begun.opened, answers);
    await second;
    heal();
    one.way.before.claim = down;
    gate.open();
    expect((await first).error).toMatchObject({ code: -32_603, data: { reason: 'store_unavailable' } });
    one.way.before.claim = undefined;
    expect((await one.retry()).bytes).toBe((await second).bytes);
  });
});
