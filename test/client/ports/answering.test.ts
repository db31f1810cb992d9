import { afterEach, expect, it, vi } from 'vitest';
import {
  accept,
  type Answer,
  type AnswerFunction,
  cancel,
  connect,
  type Harness,
  type Notice,
  type Port,
  portAnswers,
  type Question,
  readText,
} from '../../../src/client/index.js';
import { asked } from './fixtures/asking.js';
import { createServer } from './fixtures/hosting.mjs';

let harness: Harness | undefined;
afterEach(() => harness?.close());

/** A port whose questions are answered by hand, in the order in which they are shown. */
class Desk implements Port {
  readonly name = 'desk';
  readonly capabilities = { elicitation: { form: {}, url: {} } };
  readonly shown: Array<{
    question: Question;
    answer: (answer: Answer | undefined) => void;
    fail: (error: Error) => void;
  }> = [];

  put(question: Question): Promise<Answer | undefined> {
    return new Promise((answer, fail) => {
      this.shown.push({ question, answer, fail });
    });
  }

  keys(): string[] {
    return this.shown.map(({ question }) => question.target);
  }
}

function ask(answers: AnswerFunction, target: string, signal = new AbortController().signal): Promise<unknown> {
  const { ask, ...context } = asked(
    { message: target, requestedSchema: { type: 'object', properties: {} } },
    { target, signal },
  );
  return Promise.resolve(answers(ask, context));
}

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('one question at a time is shown, also over several ports', async () => {
  const [one, other] = [new Desk(), new Desk()];
  const answered = [ask(portAnswers(one), 'a'), ask(portAnswers(other), 'b'), ask(portAnswers(one), 'c')];
  await tick();
  expect([one.keys(), other.keys()]).toEqual([['a'], []]);
  one.shown[0]?.answer(cancel());
  await answered[0];
  await tick();
  expect([one.keys(), other.keys()]).toEqual([['a'], ['b']]);
  other.shown[0]?.answer(cancel());
  await tick();
  expect(one.keys()).toEqual(['a', 'c']);
  one.shown[1]?.answer(cancel());
  await Promise.all(answered);
});

it('F42 an aborted ask leaves the queue and the next one is shown', async () => {
  const desk = new Desk();
  const answers = portAnswers(desk);
  const gone = new AbortController();
  const first = ask(answers, 'first');
  const aborted = ask(answers, 'gone', gone.signal);
  const last = ask(answers, 'last');
  gone.abort(new Error('taken back'));
  await expect(aborted).rejects.toThrow('taken back');
  desk.shown[0]?.answer(cancel());
  await first;
  await tick();
  expect(desk.keys()).toEqual(['first', 'last']);
  desk.shown[1]?.answer(cancel());
  await last;
});

it('F42 a question that is aborted while it is shown makes way when the port has cleared it away', async () => {
  const desk = new Desk();
  const answers = portAnswers(desk);
  const gone = new AbortController();
  const aborted = ask(answers, 'gone', gone.signal);
  const next = ask(answers, 'next');
  await tick();
  gone.abort(new Error('taken back'));
  await expect(aborted).rejects.toThrow('taken back');
  expect(desk.keys()).toEqual(['gone']);
  desk.shown[0]?.fail(new Error('cleared away'));
  await tick();
  expect(desk.keys()).toEqual(['gone', 'next']);
  desk.shown[1]?.answer(cancel());
  await next;
});

it('F42 a port that never clears it away does not hold up the others', async () => {
  const desk = new Desk();
  const answers = portAnswers(desk);
  const gone = new AbortController();
  const aborted = ask(answers, 'gone', gone.signal);
  const next = ask(answers, 'next');
  gone.abort(new Error('taken back'));
  await expect(aborted).rejects.toThrow('taken back');
  await vi.waitFor(() => expect(desk.keys()).toEqual(['gone', 'next']), 3000);
  desk.shown[1]?.answer(cancel());
  await next;
});

it('an ask that is over before its turn is never shown', async () => {
  const desk = new Desk();
  await expect(ask(portAnswers(desk), 'late', AbortSignal.abort(new Error('over')))).rejects.toThrow('over');
  expect(desk.shown).toEqual([]);
});

it('what a port throws reaches the call, and the next question is shown', async () => {
  const broken: Port = {
    name: 'broken',
    capabilities: {},
    put: () => {
      throw new Error('no paper');
    },
  };
  await expect(ask(portAnswers(broken), 'a')).rejects.toThrow('no paper');
  const desk = new Desk();
  const next = ask(portAnswers(desk), 'b');
  await tick();
  desk.shown[0]?.answer(undefined);
  await expect(next).resolves.toBeUndefined();
});

it('F44 two calls at once get their own answers', async () => {
  const host = await connect(createServer);
  harness = host;
  const desk = new Desk();
  const answers = portAnswers(desk);
  const calls = ['confirm', 'nothing'].map((tool) => host.call(tool, {}, { answers }));
  for (let shown = 0; shown < 2; shown += 1) {
    await vi.waitFor(() => expect(desk.shown).toHaveLength(shown + 1));
    const { question, answer } = desk.shown[shown] ?? {};
    answer?.(question?.target === 'confirm' ? accept({ confirm: true }) : { action: 'decline' });
  }
  const [confirm, nothing] = await Promise.all(calls);
  expect([confirm, nothing].map((outcome) => outcome && readText(outcome))).toEqual([
    '{"confirmed":true,"action":"accept"}',
    '{"action":"decline"}',
  ]);
});

it.each([
  'javascript:alert(1)',
  'data:text/html,hi',
  'file:///etc/passwd',
  'http://pay.example.com/',
  'https://pay.example.com@evil.example/',
  'https://user:pw@evil.example/',
  'http://127.0.0.1.evil.example/',
  'not an address',
  `https://evil.example/${'a'.repeat(3000)}`,
])('F47 %s is cancelled without asking, and reported', async (url) => {
  const desk = new Desk();
  const notices: Notice[] = [];
  const answers = portAnswers(desk, { onNotice: (notice) => notices.push(notice) });
  const { ask, ...context } = asked({ mode: 'url', message: 'Pay', url, elicitationId: 'e' });
  expect(await answers(ask, context)).toEqual(cancel());
  expect(desk.shown).toEqual([]);
  expect(notices).toMatchObject([{ kind: 'address_refused', question: { target: 'book' } }]);
  expect(notices[0]?.message).toMatch(/^desk asked for 'k' in 'book' .* The ask was cancelled and nobody was asked\.$/);
  expect(notices[0]?.message).not.toMatch(/user:pw|aaaa/);
});

it.each(['https://pay.example.com/x?a=1', 'http://localhost:3000/', 'http://127.0.0.1/', 'http://[::1]:8080/'])(
  'F47 %s is shown',
  async (url) => {
    const desk = new Desk();
    const { ask, ...context } = asked({ mode: 'url', message: 'Pay', url, elicitationId: 'e' });
    const answered = portAnswers(desk)(ask, context);
    await tick();
    desk.shown[0]?.answer(accept());
    expect(await answered).toEqual(accept());
  },
);

it('without a callback, a notice is a process warning', async () => {
  const warned = new Promise<Error>((resolve) => {
    process.once('warning', resolve);
  });
  const { ask, ...context } = asked({ mode: 'url', message: 'Pay', url: 'file:///x', elicitationId: 'e' });
  await portAnswers(new Desk())(ask, context);
  expect(await warned).toMatchObject({ code: 'vuelta_notice', message: expect.stringContaining('(file:)') as string });
});

it('what is no port is refused at once', () => {
  expect(() => portAnswers({} as Port)).toThrow(TypeError);
  expect(() => portAnswers(undefined as unknown as Port)).toThrow(TypeError);
});
