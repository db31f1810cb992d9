import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { accept, connect, type Revision, type Harness } from '../../src/client/index.js';
import { createTravel } from './fixtures/travel.mjs';

const SECRET = 'rosebud-4711';

let harness: Harness;
afterEach(() => harness.close());

describe.each<Revision>(['2026-07-28', '2025-11-25'])('on %s', (revision) => {
  it('keeps what a person said out of JSON, inspection, spreads and diffs', async () => {
    harness = await connect(createTravel().createServer, { revision });
    const outcome = await harness.call(
      'steps',
      { steps: 2, label: 'A' },
      { answers: ({ key }) => accept({ [key]: SECRET }) },
    );
    const states = outcome.rounds.flatMap((round) => round.rawState() ?? []);
    expect(states).toHaveLength(revision === '2026-07-28' ? 2 : 0);
    const views = [
      JSON.stringify(outcome),
      inspect(outcome, { depth: 20, showHidden: true }),
      JSON.stringify(outcome.rounds.map((round) => ({ ...round }))),
      JSON.stringify(structuredClone(outcome.rounds.map((round) => ({ ...round })))),
    ];
    for (const view of views) {
      for (const hidden of [SECRET, ...states]) expect(view).not.toContain(hidden);
    }
    expect(outcome.rounds[0]?.sent()).toEqual({ step1: { action: 'accept', content: { step1: SECRET } } });
  });

  it('keeps it out of every error', async () => {
    harness = await connect(createTravel().createServer, { revision });
    const answers = { preferences: accept({ meal: SECRET, email: SECRET, [SECRET.slice(0, 3)]: SECRET }) };
    const errors: unknown[] = [];
    const failing = [
      harness.call('preferences', {}, { answers }),
      harness.call('preferences', {}, { answers: { preferences: accept({ meal: 'fish', email: SECRET }) } }),
      harness.call(
        'steps',
        { steps: 9, label: 'A' },
        { answers: ({ key }) => accept({ [key]: SECRET }), maxRounds: 3 },
      ),
    ];
    for (const call of failing) errors.push(await call.catch((error: unknown) => error));
    for (const error of errors) {
      expect(error).toBeInstanceOf(Error);
      expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(SECRET);
    }
  });
});
