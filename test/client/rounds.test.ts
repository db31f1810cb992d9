import { describe, expect, it } from 'vitest';
import { accept, connect, type Harness, readText } from '../../src/client/index.js';
import { keep } from './fixtures/keep.js';
import { asking, done, form, type Got, type Scripted, serveScript } from './fixtures/hosting.js';
import { createTravel, type LogEntry } from './fixtures/travel.mjs';

async function travel(): Promise<{ harness: Harness; log: LogEntry[] }> {
  const { createServer, log } = createTravel();
  const harness = keep(await connect(createServer));
  return { harness, log };
}

/** A server whose n-th result is the n-th of the list. */
async function results(...list: unknown[]): Promise<{ harness: Harness; calls: () => Got[]; server: Scripted }> {
  const queue = [...list];
  const server = keep(await serveScript(({ id }) => ({ reply: { jsonrpc: '2.0', id, result: queue.shift() } })));
  const harness = keep(await connect(server.url));
  const calls = (): Got[] => server.got.map(({ message }) => message).filter(({ method }) => method === 'tools/call');
  return { harness, calls, server };
}

const yes = { a: accept({}) };

describe('which results ask', () => {
  it('F27 an input_required with extra _meta and unknown members is an ask; its asks and state are kept', async () => {
    const more = { requestState: 's', _meta: { 'x/y': { z: 1 }, progressToken: 'p' }, content: [], isError: true };
    const { harness, calls } = await results(asking({ a: form({}) }, more), done);
    const outcome = await harness.call('t', {}, { answers: yes });
    expect(outcome).toMatchObject({ kind: 'result', isError: false });
    expect(calls()[1]?.params).toMatchObject({
      inputResponses: { a: { action: 'accept', content: {} } },
      requestState: 's',
    });
  });

  it('F27 F87 inputRequests without the resultType are no ask, and no end of the call', async () => {
    const { harness, calls } = await results({ ...done, inputRequests: { a: form({}) }, requestState: 's' });
    await expect(harness.call('t')).rejects.toMatchObject({ code: 'protocol_violation' });
    expect(calls()).toHaveLength(1);
  });

  it('takes a result without resultType as complete, and a result that no schema would pass', async () => {
    const { harness } = await results({ content: 'loose', odd: [null] });
    expect(await harness.call('t')).toMatchObject({ kind: 'result', result: { content: 'loose', odd: [null] } });
  });
});

describe('what a retry carries', () => {
  it('F30 this round only: earlier answers are gone, a state goes back once, and none is sent where none was', async () => {
    const { harness, log } = await travel();
    const outcome = await harness.call('forget', {}, { answers: () => accept({ confirm: true }) });
    expect(readText(outcome)).toBe('forgotten');
    expect(log.map(({ keys, state }) => [keys, state])).toEqual([
      [[], undefined],
      [['first'], { step: 1 }],
      [['second'], undefined],
    ]);
    expect(outcome.rounds.map(({ state }) => state !== undefined)).toEqual([true, false, false]);
  });

  it('F30 the original params are identical in every round, and the state is echoed byte for byte', async () => {
    const states = ['', ' \n"\\ü\u2028\ud83d\ude00 ', 'x'.repeat(5000)];
    const { harness, calls } = await results(
      ...states.map((requestState) => asking({ a: form({}) }, { requestState })),
      done,
    );
    const args = { z: 1, a: { nested: [true, null, 'ü'] }, ['__proto__']: 2 };
    const outcome = await harness.call('t', args, {
      answers: () => {
        args.z += 1;
        return accept({});
      },
    });
    expect(outcome.rounds).toHaveLength(4);
    const sent = calls().map(({ params }) => JSON.stringify(params?.['arguments']));
    expect(sent).toEqual(Array(4).fill('{"z":1,"a":{"nested":[true,null,"ü"]},"__proto__":2}'));
    expect(calls().map(({ params }) => params?.['requestState'])).toEqual([undefined, ...states]);
    expect(new Set(calls().map(({ id }) => id)).size).toBe(4);
    expect(outcome.rounds.map((round) => round.rawState())).toEqual([...states, undefined]);
  });

  it('comes back after a short wait when a round has state and no asks', async () => {
    const { harness } = await travel();
    const started = performance.now();
    const outcome = await harness.call('wait');
    expect(readText(outcome)).toBe('waited');
    expect(outcome.rounds).toHaveLength(2);
    expect(outcome.rounds[0]).toMatchObject({ asks: [], answers: {}, personMs: 0 });
    expect(performance.now() - started).toBeGreaterThan(200);
  });

  it('sends no inputResponses for a round without asks', async () => {
    const { harness, calls } = await results(asking({}, { requestState: 's' }), done);
    await harness.call('t', {}, { answers: [] });
    expect(calls()[1]?.params).toMatchObject({ requestState: 's' });
    expect(calls()[1]?.params).not.toHaveProperty('inputResponses');
  });

  it('F34 an ask under the key __proto__ is answered under that very key, and nothing is poisoned', async () => {
    const requests = JSON.parse(
      `{"__proto__":${JSON.stringify(form({}))},"constructor":${JSON.stringify(form({}))}}`,
    ) as unknown;
    const { harness, server } = await results(asking(requests), done);
    const outcome = await harness.call('t', {}, { answers: { ['__proto__']: accept(), constructor: accept() } });
    const body = JSON.stringify(server.got.at(-1)?.message.params?.['inputResponses']);
    expect(body).toBe('{"__proto__":{"action":"accept","content":{}},"constructor":{"action":"accept","content":{}}}');
    expect(JSON.stringify(outcome.rounds[0]?.answers)).toBe(
      '{"__proto__":{"action":"accept"},"constructor":{"action":"accept"}}',
    );
    expect(({} as Record<string, unknown>)['action']).toBeUndefined();
  });
});

describe('how many rounds', () => {
  it('F43 ten rounds pass by default, and the eleventh is refused with the name of the option', async () => {
    const { harness, log } = await travel();
    const answers = (ask: { key: string }) => accept({ [ask.key]: 'x' });
    const run = (steps: number, maxRounds?: number) =>
      harness.call('steps', { steps, label: 'A' }, { answers, ...(maxRounds !== undefined && { maxRounds }) });
    expect((await run(9)).rounds).toHaveLength(10);
    log.length = 0;
    await expect(run(10)).rejects.toMatchObject({
      code: 'client_rounds_exceeded',
      message: expect.stringMatching(/10 rounds of tools\/call 'steps'.*maxRounds \(10\)/),
    });
    expect(log).toHaveLength(10);
    expect((await run(10, 11)).rounds).toHaveLength(11);
  });

  it('F43 the person is not asked when no round is left', async () => {
    const { harness } = await travel();
    let asked = 0;
    const answers = () => {
      asked += 1;
      return accept({ confirm: true });
    };
    await expect(harness.call('book', { trip: 'a' }, { answers, maxRounds: 1 })).rejects.toMatchObject({
      code: 'client_rounds_exceeded',
    });
    expect(asked).toBe(0);
  });

  it('counts rounds without asks', async () => {
    const { harness } = await results(...Array(5).fill(asking(undefined, { requestState: 's' })));
    await expect(harness.call('t', {}, { maxRounds: 2 })).rejects.toMatchObject({ code: 'client_rounds_exceeded' });
  });

  it('refuses limits that are none', async () => {
    const { harness } = await travel();
    for (const maxRounds of [0, 1.5, -1, NaN, Infinity]) {
      await expect(harness.call('plain', { text: 'a' }, { maxRounds })).rejects.toThrow(RangeError);
    }
    for (const budget of [0, -1, NaN]) {
      await expect(harness.call('plain', { text: 'a' }, { roundTimeoutMs: budget })).rejects.toThrow(/roundTimeoutMs/);
      await expect(harness.call('plain', { text: 'a' }, { personTimeoutMs: budget })).rejects.toThrow(
        /personTimeoutMs/,
      );
    }
  });
});

describe('what can be seen of a round', () => {
  it('has times, and a state that shows only size, change and fingerprint', async () => {
    const state = (requestState: string) => asking({ a: form({}) }, { requestState });
    const { harness } = await results(state('one-ü'), state('one-ü'), state('two'), done);
    const before = Date.now();
    const { rounds } = await harness.call(
      't',
      {},
      {
        answers: async () => {
          await new Promise((resolve) => {
            setTimeout(resolve, 30);
          });
          return accept({});
        },
      },
    );
    expect(rounds.map((round) => round.state?.changed)).toEqual([true, false, true, undefined]);
    expect(rounds[0]?.state).toEqual({ bytes: 6, changed: true, fingerprint: expect.stringMatching(/^[0-9a-f]{8}$/) });
    expect(rounds[0]?.state?.fingerprint).not.toBe(rounds[2]?.state?.fingerprint);
    for (const round of rounds) {
      expect(round.startedAt).toBeGreaterThanOrEqual(before);
      expect(round.wireMs).toBeGreaterThan(0);
    }
    expect(rounds[0]?.personMs).toBeGreaterThanOrEqual(29);
    expect(rounds[3]?.personMs).toBe(0);
  });
});
