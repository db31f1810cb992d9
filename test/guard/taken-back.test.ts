import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it } from 'vitest';
import { createVuelta, memoryStore, text, type Asks, type VueltaEvent } from '../../src/index.js';
import { refuseUnhandledRejections } from '../ask/server.js';
import { hookedStore, latch } from './hooked-store.js';
import { Host, KEYS, yes, type HostOptions } from './server.js';

refuseUnhandledRejections();

const answers = { confirm: yes({ confirm: true }) };

/** A tool that asks, and then does `work`. */
async function asked(work: (ask: Asks) => Promise<unknown>, options: HostOptions = {}, count = 1) {
  const hosts = Array.from(
    { length: count },
    () =>
      new Host((_server, rounds) => {
        for (const [name, annotations] of [
          ['t', {}],
          ['reads', { readOnlyHint: true }],
        ] as const) {
          rounds.tool(name, { annotations }, async (_args, ask) => {
            await ask.confirm('confirm', 'Go?');
            return text(String(await work(ask)));
          });
        }
      }, options),
  );
  const started = await Promise.all(
    ['t', 'reads'].map(async (name) => [name, (await hosts[0]?.tool(name, {}))?.state]),
  );
  const states = Object.fromEntries(started) as Record<string, string>;
  const retry = (signal?: AbortSignal, name = 't', at = 0) =>
    (hosts[at] as Host).tool(name, {}, { state: states[name], answers, ...(signal === undefined ? {} : { signal }) });
  const types = () => (hosts[0] as Host).events.map(({ type }) => type);
  /** A request that is cancelled when `hangUp` is called. */
  const leaving = (name = 't') => {
    const controller = new AbortController();
    const gone = retry(controller.signal, name).catch(() => undefined);
    return { hangUp: () => controller.abort(), gone };
  };
  return { retry, leaving, types };
}

describe('F55 A17: a yes that was taken back', () => {
  it.each(['t', 'reads'])('before a step: it does not start, and a repeat does it (%s)', async (name) => {
    const [reached, gate, over] = [latch(), latch(), latch()];
    const done: string[] = [];
    const { retry, leaving, types } = await asked(async (ask) => {
      reached.open();
      await gate.opened;
      const ending = ask.once('charge', () => done.push('charged'));
      await ending.catch(() => over.open());
      return ending;
    });
    const { hangUp, gone } = leaving(name);
    await reached.opened;
    hangUp();
    await gone;
    gate.open();
    await over.opened;
    expect(done).toEqual([]);
    expect((await retry(undefined, name)).text).toBe('1');
    expect(done).toEqual(['charged']);
    expect(types()).not.toContain('fault');
  });

  it('before a step, and a handler that catches what it throws: no result is kept, and a repeat does it', async () => {
    const [reached, gate] = [latch(), latch()];
    const done: string[] = [];
    const { retry, leaving, types } = await asked(async (ask) => {
      reached.open();
      await gate.opened;
      await ask.once('charge', () => done.push('charged')).catch(() => undefined);
      return 'all is well';
    });
    const { hangUp, gone } = leaving();
    await reached.opened;
    hangUp();
    await gone;
    gate.open();
    await expect.poll(types).toContain('released');
    expect(done).toEqual([]);
    await retry();
    expect(done).toEqual(['charged']);
  });

  it('while a step runs: it is finished and recorded, the next one waits for a repeat, on another replica', async () => {
    const [reached, gate] = [latch(), latch()];
    const done: string[] = [];
    const { retry, leaving, types } = await asked(
      async (ask) => {
        await ask.once('reserve', async ({ signal }) => {
          reached.open();
          await gate.opened;
          done.push(`reserved ${signal.aborted}`);
        });
        await ask.once('charge', () => done.push('charged'));
        return done.join();
      },
      { store: hookedStore(memoryStore()), leaseMs: 60_000 },
      2,
    );
    const { hangUp, gone } = leaving();
    await reached.opened;
    hangUp();
    await gone;
    gate.open();
    await expect.poll(types).toContain('released');
    expect(done).toEqual(['reserved true']);
    expect((await retry(undefined, 't', 1)).text).toBe('reserved true,charged');
    expect(done).toEqual(['reserved true', 'charged']);
  });

  it('while the store writes the intent: the step does not start', async () => {
    const [reached, gate] = [latch(), latch()];
    const done: string[] = [];
    const store = hookedStore(memoryStore());
    const { retry, leaving, types } = await asked(async (ask) => ask.once('charge', () => done.push('charged')), {
      store,
    });
    store.after.beginStep = () => {
      reached.open();
      return gate.opened;
    };
    const { hangUp, gone } = leaving();
    await reached.opened;
    hangUp();
    await gone;
    gate.open();
    await expect.poll(types).toContain('released');
    expect(done).toEqual([]);
    expect((await retry()).text).toBe('1');
  });

  it('before the commit hooks and before a memo: neither runs, and both do in a repeat', async () => {
    for (const where of ['memo', 'hook'] as const) {
      const [reached, gate] = [latch(), latch()];
      const done: string[] = [];
      const { retry, leaving, types } = await asked(async (ask) => {
        ask.onCommit(() => done.push('hook'));
        if (where === 'hook') await ask.memo('price', () => done.push('memo'));
        reached.open();
        await gate.opened;
        return where === 'memo' ? ask.memo('price', () => done.push('memo')) : 1;
      });
      const { hangUp, gone } = leaving();
      await reached.opened;
      hangUp();
      await gone;
      gate.open();
      await expect.poll(types).toContain('released');
      expect(done).toEqual(where === 'hook' ? ['memo'] : []);
      expect((await retry()).text).toBe('1');
      expect(done).toEqual(['memo', 'hook']);
    }
  });

  it('before the handler starts: it does not, and whoever waits has it done', async () => {
    const [claiming, gate] = [latch(), latch()];
    let runs = 0;
    const store = hookedStore(memoryStore());
    const { retry, leaving } = await asked(async () => (runs += 1), { store });
    store.after.claim = () => {
      claiming.open();
      return gate.opened;
    };
    const { hangUp, gone } = leaving();
    await claiming.opened;
    const waiting = retry();
    hangUp();
    await gone;
    gate.open();
    expect((await waiting).text).toBe('1');
    expect(runs).toBe(1);
  });
});

describe('F55: a yes that was taken back, over the transports of the SDK', () => {
  const ends: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });

  it('2025-11-25, notifications/cancelled: the effect does not start', async () => {
    const [reached, gate] = [latch(), latch()];
    const done: string[] = [];
    const failures: string[] = [];
    const server = new McpServer({ name: 'shop', version: '1.0.0' });
    const events: VueltaEvent[] = [];
    createVuelta({ keys: KEYS, onEvent: (event) => events.push(event) })
      .attach(server)
      .tool('pay', {}, async (_args, ask) => {
        await ask.confirm('confirm', 'Pay?');
        reached.open();
        await gate.opened;
        await ask.once('charge', () => done.push('charged')).catch((error: Error) => failures.push(error.name));
        return text('paid');
      });
    const client = new Client({ name: 'old', version: '1.0.0' }, { capabilities: { elicitation: {} } });
    client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { confirm: true } }));
    const [there, here] = InMemoryTransport.createLinkedPair();
    await server.connect(there);
    await client.connect(here);
    ends.push(() => client.close());
    const stop = new AbortController();
    const gone = client.callTool({ name: 'pay', arguments: {} }, { signal: stop.signal }).catch(() => undefined);
    await reached.opened;
    stop.abort();
    await gone;
    gate.open();
    await expect.poll(() => failures).toEqual(['VueltaError']);
    expect(done).toEqual([]);
  });

  it('2026-07-28 over stdio, notifications/cancelled: the effect does not start, and the same request does it', async () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'fixtures/paying.mjs')], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    ends.push(() => child.kill());
    const [lines, said] = [[] as { id?: number; result?: Record<string, unknown> }[], [] as string[]];
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const parts = (rest + chunk).split('\n');
      rest = parts.pop() ?? '';
      lines.push(...parts.map((line) => JSON.parse(line) as (typeof lines)[number]));
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => said.push(chunk));
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
    };
    const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const call = (id: number, more: object = {}) =>
      send({ id, method: 'tools/call', params: { name: 'pay', arguments: {}, _meta, ...more } });
    const reply = async (id: number) => {
      await expect.poll(() => lines.some((line) => line.id === id), { timeout: 10_000 }).toBe(true);
      return lines.find((line) => line.id === id)?.result;
    };
    call(1);
    const retry = { requestState: (await reply(1))?.['requestState'], inputResponses: answers };
    call(2, retry);
    await expect.poll(() => said.join(''), { timeout: 10_000 }).toContain('working');
    send({ method: 'notifications/cancelled', params: { requestId: 2, reason: 'Stop', _meta } });
    await expect.poll(() => said.join(''), { timeout: 10_000 }).toContain('released');
    expect(said.join('')).not.toContain('charged');
    call(3, retry);
    expect(await reply(3)).toMatchObject({ content: [{ text: 'paid' }] });
    expect(said.join('').match(/charged/gu)).toHaveLength(1);
    expect(lines.some((line) => line.id === 2)).toBe(false);
    child.stdin.end();
    await once(child, 'exit');
  });
});
