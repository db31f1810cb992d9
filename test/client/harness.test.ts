import { describe, expect, it } from 'vitest';
import {
  accept,
  cancel,
  connect,
  decline,
  type Revision,
  type Harness,
  type Target,
  readText,
} from '../../src/client/index.js';
import { keep } from './fixtures/keep.js';
import { serveHandler, serveSessions, travelCommand } from './fixtures/hosting.js';
import { createTravel } from './fixtures/travel.mjs';

type Way = 'in process' | 'http' | 'stdio';

async function reach(way: Way, revision: Revision): Promise<Target> {
  if (way === 'stdio') return travelCommand;
  const { createServer } = createTravel();
  if (way === 'in process') return createServer;
  const hosted = keep(await (revision === '2026-07-28' ? serveHandler : serveSessions)(createServer));
  return hosted.url;
}

async function open(way: Way, revision: Revision): Promise<Harness> {
  const harness = keep(
    await connect(await reach(way, revision), { revision, ...(way === 'stdio' && { stderr: 'ignore' as const }) }),
  );
  return harness;
}

const ways: Way[] = ['in process', 'http', 'stdio'];
const revisions: Revision[] = ['2026-07-28', '2025-11-25'];
const table = ways.flatMap((way) => revisions.map((revision) => ({ way, revision })));

describe.each(table)('$way on $revision', ({ way, revision }) => {
  it('knows the server', async () => {
    const harness = await open(way, revision);
    expect(harness.revision).toBe(revision);
    expect(harness.server).toEqual({ name: 'travel', title: 'Travel desk', version: '1.2.3' });
    expect(harness.capabilities.tools).toBeDefined();
    const tools = await harness.listTools();
    expect(tools.map(({ name }) => name)).toContain('book');
    expect((await harness.listPrompts()).map(({ name }) => name)).toEqual(['guide']);
    expect((await harness.listResources()).map(({ uri }) => uri)).toEqual(['travel://plan']);
    expect(await harness.listResourceTemplates()).toEqual([]);
  });

  it('shows the first round and answers nothing', async () => {
    const harness = await open(way, revision);
    const first = await harness.firstRound('book', { trip: 'Lisbon' });
    expect(first.kind).toBe('input_required');
    expect(first.asks).toHaveLength(1);
    expect(first.asks[0]).toMatchObject({
      key: 'confirm',
      kind: 'form',
      message: 'Book Lisbon?',
      server: { name: 'travel' },
    });
    expect(first.asks[0]?.requestedSchema?.properties['confirm']).toEqual({ type: 'boolean' });
    const plain = await harness.firstRound('plain', { text: 'a' });
    expect(plain.kind).toBe('complete');
    expect(plain.asks).toEqual([]);
    expect(plain.raw['content']).toEqual([{ type: 'text', text: 'plain a' }]);
  });

  it('fulfils a call in two rounds', async () => {
    const harness = await open(way, revision);
    const outcome = await harness.call('book', { trip: 'Lisbon' }, { answers: { confirm: accept({ confirm: true }) } });
    expect(outcome).toMatchObject({ kind: 'result', isError: false });
    expect(readText(outcome)).toBe('booked Lisbon');
    expect(outcome.rounds.map(({ number }) => number)).toEqual([1, 2]);
    expect(outcome.rounds[0]?.answers).toEqual({ confirm: { action: 'accept' } });
    expect(outcome.rounds[0]?.sent()).toEqual({ confirm: { action: 'accept', content: { confirm: true } } });
    expect(outcome.rounds[1]?.asks).toEqual([]);
  });

  it.each([
    ['decline', decline()],
    ['cancel', cancel()],
  ])('keeps %s apart', async (action, answer) => {
    const harness = await open(way, revision);
    const outcome = await harness.call('book', { trip: 'Lisbon' }, { answers: { confirm: answer } });
    expect(outcome).toMatchObject({ kind: 'result', isError: true });
    expect(readText(outcome)).toBe(`not booked (${action})`);
  });

  it('goes through many rounds with state, two asks, a prompt and a resource', async () => {
    const harness = await open(way, revision);
    const steps = await harness.call(
      'steps',
      { steps: 3, label: 'A' },
      { answers: (ask) => accept({ [ask.key]: 'x' }) },
    );
    expect(readText(steps)).toBe('A done after 3');
    expect(steps.rounds).toHaveLength(4);

    const both = await harness.call(
      'both',
      {},
      { answers: { age: accept({ age: 7 }), name: accept({ name: 'Ana' }) } },
    );
    expect(readText(both)).toBe('Ana is 7');
    expect(both.rounds).toHaveLength(2);
    expect(both.rounds[0]?.asks.map(({ key }) => key)).toEqual(['name', 'age']);

    const answers = { confirm: accept({ confirm: true }) };
    expect(readText(await harness.getPrompt('guide', { topic: 'Lisbon' }, { answers }))).toBe('guide to Lisbon');
    expect(readText(await harness.readResource('travel://plan', { answers }))).toBe('the plan');
    expect((await harness.firstPrompt('guide', { topic: 'Lisbon' })).asks[0]?.message).toBe('Guide?');
    expect((await harness.firstResource('travel://plan')).asks[0]?.message).toBe('Plan?');
  });

  it('reports progress', async () => {
    const harness = await open(way, revision);
    const seen: unknown[] = [];
    const outcome = await harness.call(
      'progress',
      {},
      { onProgress: ({ progress, total }) => seen.push([progress, total]) },
    );
    expect(readText(outcome)).toBe('progressed');
    expect(seen).toEqual([[1, 2]]);
  });

  it('answers sampling, roots and URL asks', async () => {
    const target = await reach(way, revision);
    const capabilities = { elicitation: { url: {} }, sampling: {}, roots: {} };
    const harness = keep(
      await connect(target, { revision, capabilities, ...(way === 'stdio' && { stderr: 'ignore' as const }) }),
    );
    const outcome = await harness.call(
      'others',
      {},
      {
        answers: {
          login: accept(),
          folders: { roots: [{ uri: 'file:///work' }] },
          model: { role: 'assistant', model: 'm', content: { type: 'text', text: 'Hello' } },
        },
      },
    );
    expect(readText(outcome)).toBe('Hello file:///work accept');
    expect(outcome.rounds[0]?.answers).toEqual({
      model: { action: 'result' },
      folders: { action: 'result' },
      login: { action: 'accept' },
    });
    expect(outcome.rounds[0]?.asks.map(({ kind }) => kind)).toEqual(['sampling', 'roots', 'url']);
  });

  it('returns a JSON-RPC error as an outcome', async () => {
    const harness = await open(way, revision);
    const outcome = await harness.getPrompt('nobody', {});
    expect(outcome).toMatchObject({ kind: 'error', code: -32_602 });
    expect(() => readText(outcome)).toThrow(TypeError);
    const first = await harness.firstPrompt('nobody', {});
    expect(first).toMatchObject({ kind: 'error', code: -32_602, asks: [], raw: { code: -32_602 } });
  });

  it('F44 two calls at once, both asking: each gets its own answers', async () => {
    const harness = await open(way, revision);
    const run = (label: string) =>
      harness.call(
        'steps',
        { steps: 3, label },
        { answers: (ask) => accept({ [ask.key]: `${label} to ${ask.message}` }) },
      );
    const calls = Promise.allSettled(['A', 'B'].map(run));
    const settled = await calls;
    if (way !== 'http' && revision === '2025-11-25') {
      // Nothing on this wire says which call an ask belongs to: it must fail, and say so.
      for (const { status, ...rest } of settled) {
        expect(status).toBe('rejected');
        expect(rest).toMatchObject({
          reason: { code: 'ask_unanswered', message: expect.stringContaining('2 calls are open') },
        });
      }
      return;
    }
    for (const [index, label] of ['A', 'B'].entries()) {
      const outcome = settled[index];
      if (outcome?.status !== 'fulfilled') throw new Error('not fulfilled', { cause: outcome });
      expect(readText(outcome.value)).toBe(`${label} done after 3`);
      for (const round of outcome.value.rounds.slice(0, 3)) {
        const key = `step${round.number}`;
        expect(round.sent()[key]).toEqual({
          action: 'accept',
          content: { [key]: `${label} to ${label} ${round.number}?` },
        });
      }
    }
  });
});
