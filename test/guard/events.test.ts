import { inputRequired } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { memoryStore, text, type VueltaEvent } from '../../src/index.js';
import { asking, booking, confirm } from './booking.js';
import { driverError, hookedStore } from './hooked-store.js';
import { closed, Host, no, yes, type HostOptions, type Register } from './server.js';

const answers = { confirm: yes() };
const CANARY = 'CANARY';
const auth = {
  token: `${CANARY}-token`,
  clientId: `${CANARY}-client`,
  scopes: [],
  extra: { sub: `${CANARY}-subject` },
};

/** One tool for each thing that can be told. */
const everything =
  (failed = { times: 0 }): Register =>
  (server, rounds) => {
    const Words = z.object({ words: z.string().max(30) });
    server.registerTool('plain', {}, (ctx) => {
      if (ctx.mcpReq.inputResponses !== undefined) return text('done');
      const requestedSchema = { type: 'object' as const, properties: { words: { type: 'string' as const } } };
      return inputRequired({
        inputRequests: { plain: inputRequired.elicit({ message: 'Words?', requestedSchema }) },
        requestState: `${CANARY}-own`,
      });
    });
    server.registerTool('endless', {}, (ctx) =>
      inputRequired({ inputRequests: { q: confirm(`Again ${String(ctx.mcpReq.id)}?`) } }),
    );
    rounds.tool('await', {}, async (_args, ask) => {
      await ask.memo('m', () => `${CANARY}-memo`);
      await ask.form('words', { message: 'Words?', schema: Words });
      await ask.once('o', () => `${CANARY}-once`);
      const { action } = await ask.confirm('sure', 'Sure?');
      return text(action);
    });
    rounds.tool('drifts', {}, async (_args, ask) => {
      const { confirmed } = await ask.confirm('sure', `Sure on ${Math.random()}?`);
      return text(String(confirmed));
    });
    server.registerTool('throws', {}, (ctx) => {
      if (ctx.mcpReq.inputResponses === undefined) return inputRequired({ inputRequests: { q: confirm('Go?') } });
      failed.times += 1;
      if (failed.times === 1) throw new Error('not today');
      return text('done');
    });
    rounds.tool('swallows', {}, async (_args, ask) => {
      await ask.confirm('sure', 'Sure?').catch(() => undefined);
      return text('done');
    });
  };

const words = (value: string) => yes({ words: `${CANARY}-${value}` });

/** Drives a server through every event there is, with a canary in everything that is secret. */
async function drive(
  options: HostOptions = {},
  untilUnsettled = false,
): Promise<{ events: VueltaEvent[]; texts: string[] }> {
  const events: VueltaEvent[] = [];
  let time = 1_800_000_000_000;
  const now = () => time;
  const attach = { tools: { plain: { expired: 'ask' as const }, await: { fallback: true as const } } };
  const store = hookedStore(memoryStore({ now }));
  const host = new Host(everything(), {
    now,
    store,
    maxRounds: 4,
    attach,
    onEvent: (event) => events.push(event),
    ...options,
  });
  const texts: string[] = [];
  const call = async (name: string, more: object = {}) => {
    const reply = await host.tool(name, {}, { auth, ...more });
    texts.push(reply.text, String(reply.error?.message));
    return reply;
  };

  const answerPlain = async (plain: unknown, more: object = {}) =>
    call('plain', { state: (await call('plain')).state, answers: { plain, ...more } });

  const plain = await call('plain', { answers: { x: words('early') } });
  await call('plain', { state: plain.state, answers: { plain: words('plain'), x: yes() } });
  await call('plain', { state: plain.state, answers: { plain: words('plain') } });
  await call('plain', { state: plain.state, answers: { plain: words('other') } });
  await answerPlain(no);
  await answerPlain(closed);
  await answerPlain({ action: `${CANARY}-action` });
  await answerPlain(yes({ words: [CANARY] }));
  await call('plain', { state: `${plain.state}${CANARY}` });
  time += 1_000_000;
  await call('plain', { state: plain.state, answers: { plain: words('late') } });
  const q = { q: yes() };
  let endless = await call('endless');
  while (endless.state !== undefined) endless = await call('endless', { state: endless.state, answers: q });
  const one = await call('await');
  const again = await call('await', { state: one.state, answers: { words: words('x'.repeat(40)) } });
  const sure = await call('await', { state: again.state, answers: { words: words('ok') } });
  await call('await', { state: sure.state, answers: { sure: closed } });
  await call('await', { capabilities: {} });
  await call('drifts', { state: (await call('drifts')).state, answers: { sure: yes({ sure: true }) } });
  await call('swallows');
  const throws = { state: (await call('throws')).state, answers: q };
  for (let run = 0; run < 2; run += 1) await call('throws', throws);
  store.before.settle = () => Promise.reject(driverError());
  await answerPlain(words('unsettled'));
  if (untilUnsettled) await vi.waitUntil(() => events.at(-1)?.type === 'unsettled', 10_000);
  return { events, texts };
}

describe('events', () => {
  it('tell everything that the union names, each with its place', async () => {
    const { events } = await drive({}, true);
    const types = new Set(events.map(({ type }) => type));
    expect([...types].sort()).toEqual([
      'answered',
      'asked',
      'cancelled',
      'capped',
      'declined',
      'drift',
      'fault',
      'fell_back',
      'ignored',
      'reasked',
      'rejected',
      'released',
      'repeated',
      'restarted',
      'settled',
      'step_replayed',
      'step_run',
      'taken_over',
      'unsettled',
    ]);
    for (const event of events) {
      expect(event.method).toBe('tools/call');
      expect(event.target).not.toBe('');
      if ('flow' in event)
        expect(event).toMatchObject({
          flow: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
          round: expect.any(Number) as number,
        });
    }
    const whys = events.flatMap((event) => (event.type === 'ignored' ? [event.why] : []));
    expect(whys).toEqual(['unsolicited', 'unsolicited', 'malformed', 'invalid']);
    const reasons = events.flatMap((event) => (event.type === 'rejected' ? [event.reason] : []));
    expect(reasons).toEqual(['replayed', 'signature']);
    const drift = events.find(({ type }) => type === 'drift');
    expect(drift).toMatchObject({ code: 'drift_question', key: 'sure', what: /./, why: /./, todo: /./ });
  });

  it('never hold an answer, a token, a principal or a state; neither does a message', async () => {
    const { events, texts } = await drive();
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['asked', 'answered', 'rejected', 'settled']),
    );
    const told = JSON.stringify(events);
    expect(told).not.toContain(CANARY);
    expect(told).not.toContain('eyJ');
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.join('\n')).not.toContain(CANARY);
  });

  it('say the same thing when states are encrypted', async () => {
    // It comes seconds after the reply, when the store has been asked again for the last time.
    const shape = (events: VueltaEvent[]) => events.map(({ type }) => type).filter((type) => type !== 'unsettled');
    const [signed, encrypted] = [await drive(), await drive({ encrypt: true })];
    expect(shape(encrypted.events)).toEqual(shape(signed.events));
  });

  it('number the rounds of a flow', async () => {
    const host = new Host(everything());
    const one = await host.tool('await', {});
    const two = await host.tool('await', {}, { state: one.state, answers: { words: words('ok') } });
    await host.tool('await', {}, { state: two.state, answers: { sure: yes({ sure: true }) } });
    expect(host.events).toMatchObject([
      { type: 'asked', round: 1, keys: ['words'] },
      { type: 'answered', round: 2, key: 'words' },
      { type: 'step_run', round: 2, step: 'o', again: false },
      { type: 'asked', round: 2, keys: ['sure'] },
      { type: 'settled', round: 2 },
      { type: 'step_replayed', round: 3, step: 'o' },
      { type: 'answered', round: 3, key: 'sure' },
      { type: 'settled', round: 3 },
    ]);
    expect(new Set(host.events.map((event) => 'flow' in event && event.flow)).size).toBe(1);
  });
});

describe('a listener', () => {
  const unhandled = vi.fn();
  afterEach(() => {
    process.removeListener('unhandledRejection', unhandled);
    unhandled.mockClear();
  });

  it.each<[string, () => unknown]>([
    [
      'that throws',
      () => {
        throw new Error('listener');
      },
    ],
    ['that rejects', () => Promise.reject(new Error('listener'))],
    ['that gives something odd', () => new Map([['then', 1]])],
  ])('%s changes nothing', async (_name, onEvent) => {
    process.on('unhandledRejection', unhandled);
    const quiet = await drive();
    const loud = await drive({ onEvent });
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
    expect(loud.texts).toEqual(quiet.texts);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('may be missing', async () => {
    const booked: string[] = [];
    const host = new Host(booking(booked), { onEvent: undefined });
    const { state } = await host.tool('book', { seat: '1A' });
    expect((await host.tool('book', { seat: '1A' }, { state, answers })).text).toBe('booked book 1A');
  });

  it('is not told of an ask that was not sent', async () => {
    const host = new Host((server) => {
      server.registerTool('t', {}, () => asking('Go?'));
    });
    await host.tool('t', {}, { capabilities: {} });
    expect(host.events.map(({ type }) => type)).toEqual(['unable']);
  });
});
