import { afterEach, describe, expect, it } from 'vitest';
import {
  accept,
  type AnswerFile,
  answers,
  autonomous,
  cancel,
  chain,
  connect,
  type Harness,
  type Port,
  portAnswers,
  type Question,
  readText,
} from '../../../src/client/index.js';
import { failure } from '../script/failure.js';
import { asked, form, Piped } from './fixtures/asking.js';
import { createServer } from './fixtures/hosting.mjs';

let harness: Harness | undefined;
afterEach(() => harness?.close());

const says = (answer: Awaited<ReturnType<Port['put']>>, name = 'port'): Port => ({
  name,
  capabilities: {},
  put: async () => answer,
});
const file = (entries: AnswerFile['answers']): AnswerFile => ({ answers: entries });

describe('a chain', () => {
  it('asks the file first, then the terminal', async () => {
    harness = await connect(createServer);
    const piped = new Piped();
    const script = answers(file([{ match: { key: 'first' }, answer: { action: 'accept', content: { seats: 4 } } }]));
    piped.type('', '5');
    const outcome = await harness.call('two', {}, { answers: portAnswers(chain(script, piped.port)) });
    expect(JSON.parse(readText(outcome))).toEqual({
      first: { action: 'accept', content: { seats: 4 } },
      second: { action: 'accept', content: { seats: 5 } },
    });
    expect(piped.shown).not.toContain('way out');
    expect(() => script.finish()).not.toThrow();
  });

  it('declares what any of its ports can do', () => {
    const port = (capabilities: Port['capabilities']): Port => ({ ...says(undefined), capabilities });
    expect(chain(port({}), port({ roots: {} })).capabilities).toEqual({ roots: {} });
    expect(chain(port({ elicitation: {} }), port({ elicitation: { url: {} } })).capabilities).toEqual({
      elicitation: { form: {}, url: {} },
    });
    expect(chain(autonomous()).capabilities).toEqual({});
  });

  it('an error other than a missing answer ends it', async () => {
    const broken: Port = { ...says(undefined), put: () => Promise.reject(new Error('broken')) };
    await expect(chain(broken, says(cancel())).put(asked(form({})))).rejects.toThrow('broken');
  });

  it('when nobody has an answer, the error of the file stands, and says what it has', async () => {
    const script = answers(file({ other: 'decline' }));
    const { code, message } = await failure(chain(script, says(undefined)).put(asked(form({}))));
    expect(code).toBe('ask_unanswered');
    expect(message).toContain("key 'other'");
    expect(await chain(says(undefined), says(undefined)).put(asked(form({})))).toBeUndefined();
  });

  it('a call that is over is not passed on', async () => {
    const stopped = new AbortController();
    const put = async (): Promise<undefined> => {
      stopped.abort(new Error('over'));
      return undefined;
    };
    const first: Port = { ...says(undefined), put };
    const question: Question = asked(form({}), { signal: stopped.signal });
    await expect(chain(first, says(cancel())).put(question)).rejects.toThrow('over');
  });

  it('closes every port, and says what failed', async () => {
    const closed: string[] = [];
    const closing = (name: string, error?: Error): Port => ({
      ...says(undefined, name),
      close: () => {
        closed.push(name);
        if (error !== undefined) throw error;
      },
    });
    await expect(chain(closing('a', new Error('stuck')), says(cancel()), closing('b')).close?.()).rejects.toThrow(
      'stuck',
    );
    expect(closed).toEqual(['a', 'b']);
    const both = chain(closing('c', new Error('1')), closing('d', new Error('2')));
    await expect(both.close?.()).rejects.toThrow(AggregateError);
    expect(chain(closing('e'), closing('f')).name).toBe('e, f');
  });

  it('needs a port', () => {
    expect(() => chain()).toThrow(TypeError);
  });
});

describe('a file as a port', () => {
  it('alone, an ask without an entry is an error that says what there is', async () => {
    const { code, message } = await failure(answers(file({ other: 'cancel' })).put(asked(form({}))));
    expect([code, message.includes("key 'other'")]).toEqual(['ask_unanswered', true]);
  });

  it('declares forms and addresses, and what its bare results are for', () => {
    expect(answers(file({ a: 'accept' })).capabilities).toEqual({ elicitation: { form: {}, url: {} } });
    const results = file([
      { answer: { wait: 1, answer: { result: { roots: [] } } } },
      { answer: { result: { role: 'assistant', model: 'm', content: [] } } },
    ]);
    expect(answers(results).capabilities).toMatchObject({ sampling: {}, roots: {} });
  });

  it('keeps the place of an answer for the error that names it', async () => {
    harness = await connect(createServer);
    const port = answers(
      file([{ match: { key: 'confirm' }, answer: { action: 'accept', content: { confirm: 'yes' } } }]),
    );
    const { code, message } = await failure(harness.call('confirm', {}, { answers: portAnswers(port) }));
    expect(code).toBe('answer_invalid');
    expect(message).toContain('answers[0]');
  });

  it.each(['2026-07-28', '2025-11-25'] as const)('answers by key on %s', async (revision) => {
    harness = await connect(createServer, { revision });
    const port = answers(file({ booking: 'decline', confirm: accept({ confirm: true }) as never }));
    const outcome = await harness.call('confirm', {}, { answers: portAnswers(port) });
    expect(readText(outcome)).toBe('{"confirmed":true,"action":"accept"}');
  });
});

describe('nobody', () => {
  it('F24 declares nothing, so that an honest server does not ask', async () => {
    const port = autonomous();
    harness = await connect(createServer, { capabilities: port.capabilities });
    const outcome = await harness.call('confirm', {}, { answers: portAnswers(port) });
    expect(outcome).toMatchObject({ kind: 'capability', requiredCapabilities: { elicitation: { form: {} } } });
  });

  it('F24 an ask that comes all the same is cancelled, never declined, and reported', async () => {
    harness = await connect(createServer);
    const heard: string[] = [];
    const port = autonomous({ onAsk: ({ ask, target }) => heard.push(`${ask.server.name} ${target} ${ask.key}`) });
    const outcome = await harness.call('confirm', {}, { answers: portAnswers(port) });
    expect(readText(outcome)).toBe('{"confirmed":false,"action":"cancel"}');
    expect(heard).toEqual(['ferry-desk confirm confirm']);
  });

  it('F24 without a callback it is a process warning', async () => {
    const warned = new Promise<Error>((resolve) => {
      process.once('warning', resolve);
    });
    expect(await autonomous().put(asked(form({})))).toEqual(cancel());
    expect((await warned).message).toContain('there is nobody to ask');
  });

  it('has no answer to sampling and roots', async () => {
    const question = asked(form({}));
    const roots = { ...question, ask: { ...question.ask, kind: 'roots' as const } };
    expect(await autonomous({ onAsk: () => {} }).put(roots)).toBeUndefined();
    expect(await new Piped().port.put(roots)).toBeUndefined();
  });
});
