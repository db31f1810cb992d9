import { afterEach, describe, expect, it, vi } from 'vitest';
import { accept, type AnswerFunction, connect, type Revision, type Harness, readText } from '../../src/client/index.js';
import { keep } from './fixtures/keep.js';
import { asking, form, serveHandler, serveScript, serveSessions, travelCommand } from './fixtures/hosting.js';
import { createTravel, type LogEntry } from './fixtures/travel.mjs';

afterEach(() => {
  vi.useRealTimers();
});

const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

const until = (done: () => boolean): Promise<void> =>
  vi.waitFor(() => expect(done()).toBe(true), { timeout: 5000, interval: 10 });

const revisions: Revision[] = ['2026-07-28', '2025-11-25'];

async function inProcess(revision: Revision): Promise<{ harness: Harness; log: LogEntry[] }> {
  const { createServer, log } = createTravel();
  const harness = keep(await connect(createServer, { revision }));
  return { harness, log };
}

describe.each(revisions)('F40 on %s', (revision) => {
  it('a person may take longer than a round', async () => {
    const { harness } = await inProcess(revision);
    const slow: AnswerFunction = async ({ key }) => {
      await sleep(900);
      return accept({ [key]: 'x' });
    };
    const outcome = await harness.call('steps', { steps: 2, label: 'A' }, { answers: slow, roundTimeoutMs: 600 });
    expect(readText(outcome)).toBe('A done after 2');
    expect(outcome.rounds[0]?.personMs).toBeGreaterThan(800);
    expect(outcome.rounds[0]?.wireMs).toBeLessThan(600);
  });

  it.each([61_000, 9 * 60_000])('nothing hidden ends a call when a person takes %i ms', async (ms) => {
    const { harness } = await inProcess(revision);
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      shouldAdvanceTime: true,
    });
    const answers: AnswerFunction = async () => {
      await vi.advanceTimersByTimeAsync(ms);
      return accept({ confirm: true });
    };
    expect(readText(await harness.call('book', { trip: 'a' }, { answers }))).toBe('booked a');
  });

  it('a server may take longer than 60 seconds if the budget says so', async () => {
    const { harness, log } = await inProcess(revision);
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      shouldAdvanceTime: true,
    });
    const stop = new AbortController();
    const call = harness.call(
      'hang',
      {},
      { answers: { confirm: accept({ confirm: true }) }, roundTimeoutMs: Infinity, signal: stop.signal },
    );
    const settled = call.catch((error: unknown) => error);
    await until(() => log.some(({ did }) => did === 'hanging'));
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    stop.abort();
    expect(await settled).toMatchObject({ code: 'client_aborted' });
  });

  it('a round has a budget, named in the message', async () => {
    const { harness, log } = await inProcess(revision);
    const call = harness.call('hang', {}, { answers: { confirm: accept({ confirm: true }) }, roundTimeoutMs: 600 });
    await expect(call).rejects.toMatchObject({
      code: 'client_timeout',
      message: expect.stringMatching(/tools\/call 'hang' within 600 ms \(roundTimeoutMs\)/),
    });
    await until(() => log.some(({ did }) => did === 'cancelled'));
  });

  it('a person has one only if asked for', async () => {
    const { harness, log } = await inProcess(revision);
    let signal: AbortSignal | undefined;
    const never: AnswerFunction = (_ask, context) => {
      signal = context.signal;
      return new Promise(() => {});
    };
    const call = harness.call('book', { trip: 'a' }, { answers: never, personTimeoutMs: 60 });
    await expect(call).rejects.toMatchObject({
      code: 'client_timeout',
      message: expect.stringContaining("No answer to 'confirm' within 60 ms (personTimeoutMs)"),
    });
    expect(signal?.aborted).toBe(true);
    expect(log).toEqual([]);
  });
});

it('F40 the global fetch, which gives up after five silent minutes, is not used', async () => {
  const spy = vi.spyOn(globalThis, 'fetch');
  const hosted = keep(await serveSessions(createTravel().createServer));
  const harness = keep(await connect(hosted.url, { revision: '2025-11-25' }));
  const outcome = await harness.call('book', { trip: 'a' }, { answers: { confirm: accept({ confirm: true }) } });
  expect(readText(outcome)).toBe('booked a');
  expect(spy).not.toHaveBeenCalled();
  spy.mockRestore();
});

it.each(revisions)('what onProgress throws ends the call on %s', async (revision) => {
  const { harness } = await inProcess(revision);
  const fault = new Error('mine');
  const onProgress = (): never => {
    throw fault;
  };
  await expect(harness.call('progress', {}, { onProgress })).rejects.toBe(fault);
  expect(readText(await harness.call('plain', { text: 'a' }))).toBe('plain a');
});

describe('F41 a cancelled retry', () => {
  interface Reached {
    readonly harness: Harness;
    readonly log: LogEntry[];
  }

  async function overHttp(revision: Revision): Promise<Reached> {
    const { createServer, log } = createTravel();
    const hosted = keep(await (revision === '2026-07-28' ? serveHandler : serveSessions)(createServer));
    const harness = keep(await connect(hosted.url, { revision }));
    return { harness, log };
  }

  async function overStdio(revision: Revision): Promise<Reached> {
    const log: LogEntry[] = [];
    const read = (chunk: string): void => {
      for (const line of chunk.split('\n')) if (line.startsWith('{')) log.push(JSON.parse(line) as LogEntry);
    };
    const harness = keep(await connect(travelCommand, { revision, stderr: read }));
    return { harness, log };
  }

  const ways = { 'in process': inProcess, 'over http': overHttp, 'over stdio': overStdio };
  const table = revisions.flatMap((revision) =>
    (Object.keys(ways) as Array<keyof typeof ways>).map((way) => ({ revision, way })),
  );

  it.each(table)('$way on $revision: it is the request in flight that stops', async ({ revision, way }) => {
    const { harness, log } = await ways[way](revision);
    const stop = new AbortController();
    const call = harness.call('hang', {}, { answers: { confirm: accept({ confirm: true }) }, signal: stop.signal });
    const settled = call.catch((error: unknown) => error);
    await until(() => log.some(({ did }) => did === 'hanging'));
    const why = new Error('enough');
    stop.abort(why);
    expect(await settled).toMatchObject({ code: 'client_aborted', cause: why });
    await until(() => log.some(({ did }) => did === 'cancelled'));
    const [hanging, cancelled] = ['hanging', 'cancelled'].map((did) => log.find((entry) => entry.did === did)?.['id']);
    expect(cancelled).toBe(hanging);
    // On 2026-07-28 the retry is a request of its own; before, the first one is still open.
    expect(hanging).toBe(revision === '2026-07-28' ? 'vuelta-2' : 'vuelta-1');
    expect(readText(await harness.call('plain', { text: 'still here' }))).toBe('plain still here');
  });

  it.each(revisions)(
    'on %s a cancel while a person has the turn reaches the answer function, and nothing is sent',
    async (revision) => {
      const { harness, log } = await inProcess(revision);
      const stop = new AbortController();
      let seen: AbortSignal | undefined;
      const answers: AnswerFunction = (_ask, { signal }) => {
        seen = signal;
        setTimeout(() => stop.abort(), 20);
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('late')), { once: true });
        });
      };
      await expect(harness.call('book', { trip: 'a' }, { answers, signal: stop.signal })).rejects.toMatchObject({
        code: 'client_aborted',
      });
      expect(seen?.aborted).toBe(true);
      await sleep(30);
      expect(log).toEqual([]);
    },
  );

  it('a signal that is already aborted sends nothing', async () => {
    const server = keep(
      await serveScript(({ id }) => ({ reply: { jsonrpc: '2.0', id, result: asking({ a: form({}) }) } })),
    );
    const harness = keep(await connect(server.url));
    const sent = server.got.length;
    const signal = AbortSignal.abort();
    await expect(harness.call('t', {}, { signal })).rejects.toMatchObject({ code: 'client_aborted' });
    await expect(harness.firstRound('t', {}, { signal })).rejects.toMatchObject({ code: 'client_aborted' });
    await expect(harness.request('tools/list', {}, { signal })).rejects.toMatchObject({ code: 'client_aborted' });
    expect(server.got).toHaveLength(sent);
  });

  it('a cancel ends the wait of a round without asks', async () => {
    const { harness } = await inProcess('2026-07-28');
    // No wait ends by itself.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const signal = AbortSignal.timeout(100);
    await expect(harness.call('wait', {}, { signal })).rejects.toMatchObject({ code: 'client_aborted' });
  });

  it('does not leave a listener on the signal of the caller', async () => {
    const { harness } = await inProcess('2026-07-28');
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    await harness.call('book', { trip: 'a' }, { answers: { confirm: accept({ confirm: true }) }, signal });
    expect(added.mock.calls.length).toBeGreaterThan(0);
    expect(removed.mock.calls.length).toBe(added.mock.calls.length);
  });
});
