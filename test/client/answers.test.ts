import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  accept,
  type Answers,
  type CallOptions,
  cancel,
  connect,
  decline,
  type Revision,
  type Harness,
  readText,
} from '../../src/client/index.js';
import { VueltaError } from '../../src/errors.js';
import { asking, done, form, serveScript } from './fixtures/hosting.js';
import { createTravel, type LogEntry } from './fixtures/travel.mjs';

let log: LogEntry[];
let harness: Harness;

async function open(revision: Revision): Promise<void> {
  const travel = createTravel();
  log = travel.log;
  harness = await connect(travel.createServer, { revision });
}

afterEach(() => harness.close());

const book = (options: CallOptions) => harness.call('book', { trip: 'Lisbon' }, options);
const steps = (count: number, answers: Answers, more: CallOptions = {}) =>
  harness.call('steps', { steps: count, label: 'A' }, { answers, ...more });

/** The error, its message apart. */
async function failure(promise: Promise<unknown>): Promise<{ code: string; message: string }> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof VueltaError)) throw new Error('expected a coded error', { cause: error });
  return { code: error.code, message: error.message };
}

describe.each<Revision>(['2026-07-28', '2025-11-25'])('on %s', (revision) => {
  beforeEach(() => open(revision));

  it('takes a map, a function or a script', async () => {
    expect(readText(await book({ answers: { confirm: accept({ confirm: true }) } }))).toBe('booked Lisbon');
    expect(readText(await book({ answers: () => accept({ confirm: true }) }))).toBe('booked Lisbon');
    const script = [{ step1: accept({ step1: 'a' }) }, () => accept({ step2: 'b' })];
    const outcome = await steps(2, script);
    expect(readText(outcome)).toBe('A done after 2');
    expect(outcome.rounds.map((round) => round.sent())).toEqual([
      { step1: { action: 'accept', content: { step1: 'a' } } },
      { step2: { action: 'accept', content: { step2: 'b' } } },
      {},
    ]);
  });

  it('gives a function the ask and the round', async () => {
    const seen: unknown[] = [];
    await steps(2, async (ask, { round, revision: spoken, signal }) => {
      seen.push([ask.key, ask.kind, ask.message, ask.server.name, round, spoken, signal.aborted]);
      return accept({ [ask.key]: 'x' });
    });
    expect(seen).toEqual([
      ['step1', 'form', 'A 1?', 'travel', 1, revision, false],
      ['step2', 'form', 'A 2?', 'travel', 2, revision, false],
    ]);
  });

  it('passes on what an answer function throws, and the server gets no answer', async () => {
    const fault = new Error('mine');
    const answers = (): never => {
      throw fault;
    };
    await expect(book({ answers })).rejects.toBe(fault);
    expect(log).toEqual([]);
  });

  it('refuses an ask that nothing answers, naming key, message and fields', async () => {
    const { code, message } = await failure(book({ answers: {} }));
    expect(code).toBe('ask_unanswered');
    expect(message).toContain(`'confirm' (form) "Book Lisbon?", fields: confirm (boolean, required)`);
    expect(message).toContain('round 1');
    expect(log).toEqual([]);
    expect((await failure(book({ answers: () => undefined }))).code).toBe('ask_unanswered');
    expect((await failure(book({}))).code).toBe('ask_unanswered');
    expect((await failure(steps(2, [{ step1: accept({ step1: 'a' }) }]))).code).toBe('ask_unanswered');
  });

  it.each([
    ['cancel', 'not booked (cancel)'],
    ['decline', 'not booked (decline)'],
  ] as const)('answers the rest with %s if told so', async (onUnanswered, said) => {
    expect(readText(await book({ onUnanswered }))).toBe(said);
  });

  it('lets a function answer the rest', async () => {
    expect(readText(await book({ onUnanswered: () => accept({ confirm: true }) }))).toBe('booked Lisbon');
    expect((await failure(book({ onUnanswered: () => undefined }))).code).toBe('ask_unanswered');
  });

  it('refuses an answer that no ask wanted', async () => {
    const answers = { confirm: accept({ confirm: true }), other: accept({ x: 1 }) };
    const { code, message } = await failure(book({ answers }));
    expect(code).toBe('answer_unused');
    expect(message).toContain("'other'");
    expect(readText(await book({ answers, unusedAnswers: 'ignore' }))).toBe('booked Lisbon');
    const long = [{ step1: accept({ step1: 'a' }) }, () => accept({})];
    expect(await failure(steps(1, long))).toMatchObject({
      code: 'answer_unused',
      message: expect.stringContaining('1 more entry'),
    });
    const failed = await book({ answers: { confirm: decline(), other: accept({ x: 1 }) } });
    expect(readText(failed)).toBe('not booked (decline)');
  });

  it('checks accepted content before it is sent, and names fields and never values', async () => {
    const secret = 'sk-very-secret';
    const cases: Array<[Answers, string]> = [
      [{ preferences: accept({ meal: secret }) }, 'meal: '],
      [{ preferences: accept({}) }, 'meal: '],
      [{ preferences: accept({ meal: 'fish', seats: 12 }) }, 'seats: '],
      [{ preferences: accept({ meal: 'fish', email: secret }) }, 'email: '],
      [() => accept({ meal: 'fish', other: secret }), 'other: is not a field'],
      [() => ({ action: 'accept', content: [secret] }), 'content must be an object'],
      [() => ({ action: secret }), 'action: '],
      [() => [secret] as never, 'an answer is an object'],
    ];
    for (const [answers, expected] of cases) {
      const { code, message } = await failure(harness.call('preferences', {}, { answers }));
      expect(code).toBe('answer_invalid');
      expect(message).toContain(expected);
      expect(message).not.toContain(secret);
    }
  });

  it('fills in defaults', async () => {
    const outcome = await harness.call('preferences', {}, { answers: { preferences: accept({ meal: 'fish' }) } });
    expect(JSON.parse(readText(outcome))).toEqual({ action: 'accept', content: { seats: 2, meal: 'fish' } });
    expect(outcome.rounds[0]?.sent()['preferences']).toEqual({ action: 'accept', content: { seats: 2, meal: 'fish' } });
  });

  it('F12 sends nothing but the action of a decline or cancel', async () => {
    for (const action of ['decline', 'cancel']) {
      const answer = { action, content: { meal: 'nonsense' } };
      const outcome = await harness.call('preferences', {}, { answers: { preferences: answer } });
      expect(outcome.rounds[0]?.sent()['preferences']).toEqual({ action });
      expect(JSON.parse(readText(outcome))).toEqual({ action });
    }
  });

  it('keeps what was sent apart from what the caller does with it later', async () => {
    const content = { confirm: true };
    const outcome = await book({ answers: { confirm: accept(content) }, sendInvalid: true });
    content.confirm = false;
    expect(outcome.rounds[0]?.sent()['confirm']).toEqual({ action: 'accept', content: { confirm: true } });
  });

  it('refuses what are no answers', async () => {
    for (const answers of [null, 7, 'yes', [7], [null]]) {
      await expect(book({ answers: answers as never })).rejects.toThrow(TypeError);
    }
  });

  it('tells each finished round to onRound, and stops if that throws', async () => {
    const seen: unknown[] = [];
    const onRound: NonNullable<CallOptions['onRound']> = ({ number, asks, answers }) =>
      void seen.push([number, asks.map(({ key }) => key), { ...answers }]);
    await book({ answers: { confirm: accept({ confirm: true }) }, onRound });
    expect(seen).toEqual([
      [1, ['confirm'], { confirm: { action: 'accept' } }],
      [2, [], {}],
    ]);
    const fault = new Error('enough');
    const stop = (): never => {
      throw fault;
    };
    await expect(book({ answers: { confirm: accept({ confirm: true }) }, onRound: stop })).rejects.toBe(fault);
  });
});

describe('on 2026-07-28 only', () => {
  beforeEach(() => open('2026-07-28'));

  it('sends verbatim what no honest client would, if told so', async () => {
    const server = await serveScript(({ id, params }) => {
      const result = params?.['inputResponses'] === undefined ? asking({ confirm: form({}) }) : done;
      return { reply: { jsonrpc: '2.0', id, result } };
    });
    const raw = await connect(server.url);
    const answers = [
      { action: 'accept', content: { confirm: 'yes', extra: 1 } },
      { action: 'reject', extra: null },
      { action: 'accept', content: null },
      { method: 'elicitation/create', result: {} },
    ];
    for (const confirm of answers) {
      const outcome = await raw.call('t', {}, { answers: { confirm }, sendInvalid: true });
      expect(server.got.at(-1)?.message.params?.['inputResponses']).toEqual({ confirm });
      expect(outcome.rounds[0]?.sent()).toEqual({ confirm });
      const action = confirm.action === 'accept' ? 'accept' : 'other';
      expect(outcome.rounds[0]?.answers['confirm']).toEqual({ action });
    }
    await raw.close();
    await server.close();
  });

  it('takes own keys only', async () => {
    const answers = Object.create({ confirm: accept({ confirm: true }) }) as Answers;
    expect((await failure(book({ answers }))).code).toBe('ask_unanswered');
  });

  it('refuses a wrong key of a script before anything is sent', async () => {
    const { code, message } = await failure(
      book({ answers: [{ confirm: accept({ confirm: true }), typo: cancel() }] }),
    );
    expect(code).toBe('answer_unused');
    expect(message).toContain("'typo' of entry 1");
    expect(log).toEqual([]);
  });

  it('has no decline for sampling or roots, and checks their results', async () => {
    await harness.close();
    harness = await connect(createTravel().createServer, {
      capabilities: { elicitation: { url: {} }, sampling: {}, roots: {} },
    });
    const model = { role: 'assistant', model: 'm', content: { type: 'text', text: 'Hello' } };
    const others = (answers: Answers, more: CallOptions = {}) =>
      failure(harness.call('others', {}, { answers, ...more }));
    expect(await others({}, { onUnanswered: 'decline' })).toMatchObject({ code: 'ask_unanswered' });
    expect((await others({ model: decline() })).message).toContain('role: is required');
    expect((await others({ model, folders: decline() })).message).toContain('roots: must be a list');
    const folders = { roots: [] };
    expect((await others({ model, folders, login: accept({ a: 1 }) })).message).toContain('accepted without content');
  });
});
