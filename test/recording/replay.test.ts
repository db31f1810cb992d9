import { inspect } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  accept,
  type Answers,
  connect,
  decline,
  type Revision,
  type Harness,
  scriptedAnswers,
} from '../../src/client/index.js';
import {
  formatRecording,
  parseRecording,
  recordCall,
  type Recording,
  replayCall,
  type ReplayResult,
} from '../../src/recording/index.js';
import { VueltaError } from '../../src/errors.js';
import { keep } from '../client/fixtures/keep.js';
import { createTravel } from '../client/fixtures/travel.mjs';
import * as z from 'zod';
import { createShop, type Variant } from './shop.js';

const REVISIONS: readonly Revision[] = ['2026-07-28', '2025-11-25'];
const CANARY = 'rosebud-4711';
const call = { tool: 'buy', args: { item: 'lamp' } };
const answers: Answers = { address: accept({ street: 'Calle Mayor 7' }), pay: accept({ pay: true }) };

const open = async (revision: Revision, variant: Variant = {}): Promise<{ harness: Harness; got: unknown[] }> => {
  const shop = createShop(variant);
  return { harness: keep(await connect(shop.createServer, { revision })), got: shop.got };
};

/** A recording as it comes back from a file. */
async function recorded(
  revision: Revision,
  more: { keepAnswers?: boolean; answers?: Answers } = {},
): Promise<Recording> {
  const { harness } = await open(revision);
  const recording = await recordCall(
    harness,
    { ...call, answers: more.answers ?? answers },
    { keepAnswers: more.keepAnswers ?? true },
  );
  const back = await parseRecording(await formatRecording(recording));
  expect(back).toEqual(recording);
  return back;
}

async function failure(work: Promise<unknown>): Promise<VueltaError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof VueltaError)) throw new Error('expected a coded error', { cause: error });
  return error;
}

const differs = (result: ReplayResult): Extract<ReplayResult, { same: false }> => {
  if (result.same) throw new Error('expected a difference');
  return result;
};

describe.each(REVISIONS)('on %s', (revision) => {
  let recording: Recording;
  beforeEach(async () => {
    recording = await recorded(revision);
  });

  const replayed = async (variant: Variant, from = recording): Promise<ReplayResult> => {
    const { harness } = await open(revision, variant);
    return replayCall(harness, from);
  };

  it('masks what varies and says what was asked and answered', () => {
    const modern = revision === '2026-07-28';
    const schema = (name: string, type: string): object => ({
      type: 'object',
      properties: { [name]: { type } },
      required: [name],
    });
    expect(recording).toMatchObject({
      recording: 1,
      revision,
      call,
      rounds: [
        {
          state: modern ? 'new' : 'none',
          asks: [
            {
              key: 'address',
              kind: 'form',
              message: 'Where shall "lamp" go? (request <id 1>)',
              schema: schema('street', 'string'),
              answer: { action: 'accept', content: { street: 'Calle Mayor 7' } },
            },
          ],
        },
        {
          state: modern ? 'changed' : 'none',
          asks: [{ key: 'pay', message: 'Pay 41 € for "lamp" to <answer address.street>?' }],
        },
      ],
      end: {
        kind: 'result',
        isError: false,
        text: 'Order <id 2> at <time 1>: lamp to <answer address.street>, see <id 2>',
      },
    });
  });

  it('finds the same again, although ids, times and states are others', async () => {
    expect(await replayed({})).toEqual({ same: true });
  });

  it('finds it over the other revision too', async () => {
    const other = REVISIONS.find((one) => one !== revision) ?? revision;
    const { harness } = await open(other);
    expect(await replayCall(harness, recording)).toEqual({ same: true });
    const changed = await open(other, { question: 'Where to?' });
    expect(differs(await replayCall(changed.harness, recording)).path).toBe('asks.address.message');
  });

  it.each<[string, Variant, number, string]>([
    ['another message', { question: 'Where to?' }, 1, 'asks.address.message'],
    [
      'another field',
      { address: z.object({ street: z.string().max(9) }) },
      1,
      'asks.address.schema.properties.street.maxLength',
    ],
    [
      'a field too many',
      { address: z.object({ street: z.string(), city: z.string() }) },
      1,
      'asks.address.schema.properties.city',
    ],
    ['an early end', { skipPay: true }, 2, 'asks.pay'],
    ['an ask too many', { askAgain: true }, 3, 'end'],
    ['another text', { ending: 'Bought.' }, 3, 'end.text'],
    ['another id in one place', { orderTwice: true }, 3, 'end.text'],
    ['a failure', { isError: true }, 3, 'end.isError'],
    ['a structured result', { structured: { a: 1 } }, 3, 'end.structured'],
    ['an exception', { crash: true }, 3, 'end.isError'],
  ])('reports %s', async (_name, variant, round, path) => {
    const result = differs(await replayed(variant));
    expect({ round: result.round, path: result.path }).toEqual({ round, path });
    expect(result.sentence).toMatch(
      new RegExp(
        `^Round ${round}, ${path.replaceAll('.', String.raw`\.`)}: the recording has .+, and the server sent .+\\.$`,
        'u',
      ),
    );
  });

  it('says both texts from where they part', async () => {
    expect(
      differs(
        await replayed({ question: 'Where shall "lamp" be sent? (request 00000000-0000-4000-8000-000000000000)' }),
      ),
    ).toEqual({
      same: false,
      round: 1,
      path: 'asks.address.message',
      expected: 'Where shall "lamp" go? (request <id 1>)',
      received: 'Where shall "lamp" be sent? (request <id 1>)',
      sentence: String.raw`Round 1, asks.address.message: the recording has "Where shall \"lamp\" go? (request <id 1>)", and the server sent "Where shall \"lamp\" be sent? (request <id 1>)".`,
    });
  });

  it('does not answer a question that was not recorded', async () => {
    for (const variant of [
      { question: 'Sell your house?' },
      { address: z.object({ street: z.string(), iban: z.string() }) },
    ]) {
      const { harness, got } = await open(revision, variant);
      expect((await replayCall(harness, recording)).same).toBe(false);
      expect(got).toEqual([]);
    }
  });

  it('leaves answers out unless told to keep them', async () => {
    const without = await recorded(revision, { keepAnswers: false });
    expect(without.rounds.map(({ asks }) => asks.map(({ answer }) => answer))).toEqual([['accept'], ['accept']]);
    expect(await formatRecording(without)).not.toContain('Calle');

    const { harness, got } = await open(revision);
    const missing = await failure(replayCall(harness, without));
    expect(missing.code).toBe('ask_unanswered');
    expect(missing.message).toContain("Give the answers to 'address' (round 1), 'pay' (round 2)");
    const one = await failure(replayCall(harness, without, { answers: { pay: accept({ pay: true }) } }));
    expect(one.message).toContain("Give the answers to 'address' (round 1), or");
    expect(got).toEqual([]);

    const given: Answers[] = [
      { address: accept({ street: 'Otra 1' }), pay: accept({ pay: true }) },
      ({ key }) => (key === 'pay' ? accept({ pay: true }) : accept({ street: 'Tercera' })),
      [{ address: accept({ street: 'Cuarta' }) }, { pay: accept({ pay: true }) }],
      scriptedAnswers({
        answers: [
          { match: { field: 'street' }, answer: { action: 'accept', content: { street: 'Quinta' } } },
          { match: { message: 'Pay' }, answer: { action: 'accept', content: { pay: true } } },
        ],
      }),
    ];
    for (const one of given) expect(await replayCall(harness, without, { answers: one })).toEqual({ same: true });
    const silent = await failure(replayCall(harness, without, { answers: () => undefined }));
    expect([silent.code, silent.message]).toEqual(['ask_unanswered', expect.stringContaining("'address' in round 1")]);
    const refusing = await failure(replayCall(harness, without, { answers: () => decline() }));
    expect([refusing.code, refusing.message]).toEqual(['answer_invalid', expect.stringContaining('another call')]);
  });

  it('needs no answers for a decline', async () => {
    const declined = { address: accept({ street: 'Calle' }), pay: decline() };
    const without = await recorded(revision, { answers: declined, keepAnswers: false });
    expect(without.end).toMatchObject({ text: 'Nothing was bought.' });
    const { harness } = await open(revision);
    expect((await failure(replayCall(harness, without))).message).toContain(
      "Give the answers to 'address' (round 1), or",
    );
    expect(await replayCall(harness, without, { answers: { address: accept({ street: 'C' }) } })).toEqual({
      same: true,
    });
  });

  it('takes edits: a wildcard, an id without a number', async () => {
    const text = await formatRecording(recording);
    const edited = await parseRecording(text.replace(/text: 'Order.*$/mu, "text: 'Order <id> at <any>lamp<any>'"));
    expect(edited.end).toMatchObject({ text: 'Order <id> at <any>lamp<any>' });
    expect(await replayed({}, edited)).toEqual({ same: true });
    expect(differs(await replayed({ ending: 'Order 7 at noon: lamp' }, edited)).path).toBe('end.text');
  });

  it('never shows an answer, kept or given, whatever differs', async () => {
    const secret: Answers = { address: accept({ street: CANARY }), pay: accept({ pay: true }) };
    const without = await recorded(revision, { answers: secret, keepAnswers: false });
    const seen: unknown[] = [await formatRecording(without), await formatRecording(without, { format: 'json' })];
    const withAnswers = await recorded(revision, { answers: secret, keepAnswers: true });
    const variants: Variant[] = [
      { ending: `for ${CANARY}, ${CANARY.toUpperCase()}` },
      { structured: { street: CANARY, deep: [{ [CANARY]: 1 }] } },
      { skipPay: true },
      { askAgain: true },
      { alsoAsk: true },
      { orderTwice: true },
      { crash: true },
      { address: z.object({ street: z.string().max(3) }) },
      { address: z.object({ street: z.string() }).extend({ x: z.string().default(CANARY) }) },
    ];
    for (const variant of variants) {
      const { harness } = await open(revision, variant);
      seen.push(await replayCall(harness, without, { answers: secret }), await replayCall(harness, withAnswers));
    }
    const { harness } = await open(revision);
    const wrong = accept({ street: CANARY, other: CANARY });
    seen.push(await failure(replayCall(harness, without, { answers: { ...secret, address: wrong } })));
    seen.push(
      await failure(replayCall(harness, without, { answers: ({ key }) => (key === 'address' ? wrong : undefined) })),
    );
    const half: Answers = ({ key }) => (key === 'address' ? accept({ street: CANARY }) : undefined);
    seen.push(await failure(replayCall(harness, without, { answers: half })));
    // The one default is the server's own text, and was not answered when it was shown.
    const shown = seen.map((one) => inspect(one, { depth: 20 })).filter((one) => !one.includes('properties.x'));
    expect(shown).toHaveLength(seen.length - 2);
    for (const one of shown) expect(one.toLowerCase()).not.toContain('rosebud');
  });
});

describe('on 2026-07-28 only', () => {
  it.each<[string, Variant, string]>([
    ['another key', { key: 'place' }, 'asks.place'],
    ['one more ask in a round', { alsoAsk: true }, 'asks.gift'],
    ['a state that is gone', { stateless: true }, 'state'],
  ])('reports %s', async (_name, variant, path) => {
    const recording = await recorded('2026-07-28');
    const { harness, got } = await open('2026-07-28', variant);
    expect(differs(await replayCall(harness, recording))).toMatchObject({ round: 1, path });
    expect(got).toEqual([]);
  });

  it('reports a state that stays the same', async () => {
    const recording = await recorded('2026-07-28');
    const { harness, got } = await open('2026-07-28', { frozenState: true });
    expect(differs(await replayCall(harness, recording))).toMatchObject({
      round: 2,
      path: 'state',
      expected: 'changed',
      received: 'same',
    });
    expect(got).toHaveLength(1);
  });

  it('reports an ask that is missing', async () => {
    const more = createShop({ alsoAsk: true });
    const harness = keep(await connect(more.createServer));
    const gift = { ...(answers as object), gift: accept({ gift: false }) };
    const recording = await recordCall(harness, { ...call, answers: gift }, { keepAnswers: true });
    const { harness: plain, got } = await open('2026-07-28');
    expect(differs(await replayCall(plain, recording))).toMatchObject({
      round: 1,
      path: 'asks.gift',
      expected: { key: 'gift', kind: 'form', message: 'Is it a gift?' },
      received: undefined,
    });
    expect(got).toEqual([]);
  });

  it('plays rounds that only give a state', async () => {
    const harness = keep(await connect(createTravel().createServer));
    const recording = await recordCall(harness, { tool: 'wait' });
    expect(recording.rounds).toEqual([{ state: 'new', asks: [] }]);
    expect(await replayCall(harness, recording)).toEqual({ same: true });
    const longer = { ...recording, rounds: [...recording.rounds, { state: 'same' as const, asks: [] }] };
    expect(differs(await replayCall(harness, longer))).toMatchObject({
      round: 2,
      path: 'end',
      expected: 'another round',
    });
    const shorter = { ...recording, rounds: [] };
    expect(differs(await replayCall(harness, shorter))).toMatchObject({
      round: 1,
      path: 'end',
      received: 'a state and no ask',
    });
  });

  it('records a refusal and an error as ends', async () => {
    const mute = keep(await connect(createTravel().createServer, { capabilities: {} }));
    const refused = await recordCall(mute, { tool: 'book', args: { trip: 'Rome' } });
    expect(refused.end).toEqual({ kind: 'capability', code: -32_021, requires: { elicitation: { form: {} } } });
    expect(await replayCall(mute, refused)).toEqual({ same: true });
    const able = keep(await connect(createTravel().createServer));
    expect(differs(await replayCall(able, refused))).toMatchObject({ round: 1, path: 'end' });

    const unknown = await recordCall(able, { prompt: 'nobody' });
    expect(unknown.end).toMatchObject({ kind: 'error', code: -32_602 });
    expect(await replayCall(able, unknown)).toEqual({ same: true });
  });

  it('records prompts, resources, sampling, roots and addresses', async () => {
    const harness = keep(
      await connect(createTravel().createServer, {
        capabilities: { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} },
      }),
    );
    const yes = { confirm: accept({ confirm: true }) };
    const model = { role: 'assistant', model: 'm', content: { type: 'text', text: CANARY } };
    const others = { model, folders: { roots: [{ uri: 'file:///home/ana' }] }, login: accept() };
    for (const made of [
      { prompt: 'guide', args: { topic: 'Rome' }, answers: yes },
      { resource: 'travel://plan', answers: yes },
      { tool: 'others', args: {}, answers: others },
    ]) {
      const kept = await recordCall(harness, made, { keepAnswers: true });
      expect(await replayCall(harness, await parseRecording(await formatRecording(kept)))).toEqual({ same: true });
      const without = await recordCall(harness, made);
      expect(await formatRecording(without)).not.toMatch(/rosebud|home/u);
      expect((await failure(replayCall(harness, without))).code).toBe('ask_unanswered');
      expect(await replayCall(harness, without, { answers: made.answers })).toEqual({ same: true });
    }
  });

  it('refuses what is no call and no recording', async () => {
    const { harness } = await open('2026-07-28');
    for (const made of [{}, { tool: 'a', prompt: 'b' }, { tool: 7 }]) {
      await expect(recordCall(harness, made as never)).rejects.toThrow(TypeError);
    }
    expect((await failure(replayCall(harness, {} as never))).code).toBe('recording_invalid');
  });
});
