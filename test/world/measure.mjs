import { setTimeout as sleep } from 'node:timers/promises';
import { cancel, connect, decline, readText } from 'vuelta/client';

const PATIENCE_MS = 20_000;

/** How long an effect may take to be counted. */
const SETTLE_MS = 50;

/** The revisions, newest first. */
export const ERAS = ['2026-07-28', '2025-11-25'];

const wrong = (value) => (typeof value === 'string' ? 7 : String(value));
const withContent = (answer, content) => ({ ...answer, content });

/**
 * What a person, or a client that lies, can answer; `effects` is how many a probe must count after it. An address has no
 * content to be wrong about.
 */
const ANSWERS = [
  { name: 'accept', effects: 1, make: (happy) => happy },
  { name: 'decline', effects: 0, make: () => decline() },
  { name: 'cancel', effects: 0, make: () => cancel() },
  {
    name: 'wrong type',
    effects: 0,
    make: (happy) =>
      withContent(happy, Object.fromEntries(Object.entries(happy.content).map(([key, value]) => [key, wrong(value)]))),
  },
  { name: 'empty content', effects: 0, make: (happy) => withContent(happy, {}) },
  { name: 'no content', effects: 0, make: ({ action }) => ({ action }) },
  { name: 'unknown action', effects: 0, make: (happy) => ({ ...happy, action: 'ok' }) },
];

/** How a case runs on one revision: whether it asks, what it asks, and how it ends for each answer. */
export async function measure(target, of, era) {
  const first = Object.values(of.answers)[0];
  const outcomes = [];
  for (const { name, effects, make } of ANSWERS) {
    if (first.content === undefined && !['accept', 'decline', 'cancel'].includes(name)) continue;
    const outcome = await playAlone(target, of, era, { answers: () => make(first) });
    if (name === 'accept' && (outcome.why !== undefined || outcome.asked.length === 0)) {
      const { why = `it asked nothing: ${outcome.said}`, effects } = outcome;
      return { era, asks: false, asked: [], why, unasked: effects, outcomes: [] };
    }
    outcomes.push({ name, expected: effects, ...outcome });
  }
  const mute = await playAlone(target, of, era, { capabilities: {} });
  outcomes.push({ name: 'cannot be asked', expected: 0, ...mute });
  return { era, asks: true, asked: outcomes[0].asked, outcomes };
}

async function playAlone(target, of, era, { answers, capabilities }) {
  const quiet = typeof target === 'object' && { stderr: 'ignore' };
  const options = { era, roundTimeoutMs: PATIENCE_MS, ...quiet, ...(capabilities && { capabilities }) };
  let harness;
  try {
    harness = await connect(target, options);
    return await play(harness, of, answers);
  } catch (error) {
    return { why: reason(error), asked: [], said: '', effects: 0 };
  } finally {
    await harness?.close();
  }
}

async function play(harness, { tool, args, probe }, answers) {
  const before = await count(harness, probe);
  const called = harness.call(tool, args, { answers: answers ?? {}, sendInvalid: true });
  const outcome = await called.catch((error) => ({ kind: 'stopped', message: reason(error), rounds: [] }));
  await sleep(SETTLE_MS);
  const effects = (await count(harness, probe)) - before;
  const asked = outcome.rounds.flatMap(({ asks }) => asks.map(({ kind, message }) => ({ kind, message })));
  const said = outcome.kind === 'result' ? readText(outcome) : [outcome.code, outcome.message].join(' ').trim();
  return { kind: outcome.kind, isError: outcome.isError === true, said: said.slice(0, 300), effects, asked };
}

const reason = (error) => `${error.code ?? error.name}: ${error.message}`.slice(0, 300);

async function count(harness, probe) {
  if (probe === undefined) return Number.NaN;
  if (typeof probe === 'function') return probe();
  return Number(readText(await harness.call(probe.tool, probe.args ?? {}, {})));
}
