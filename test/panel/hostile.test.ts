import { afterEach, expect, it } from 'vitest';
import type { Panel, PanelOptions } from '../../src/panel/index.js';
import { asking, done, form, type Got, type Scripted, serveScript } from '../client/fixtures/hosting.js';
import { type Browser, openPanel } from './browser.js';

const ESCAPE = '\u001b[31m\u001b]0;owned\u0007\u009b1m';
const BIDI = '\u202e';
// oxlint-disable-next-line no-control-regex -- what must not be there
const UNSAFE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/u;

let panel: Panel | undefined;
let server: Scripted | undefined;
afterEach(async () => {
  await panel?.close();
  await server?.close();
});

const hostile = `<img src=x onerror=alert(1)>${ESCAPE}${BIDI}txt`;

const TOOL = {
  name: 'to\u202eol',
  title: hostile,
  description: `${hostile}\nsecond line`,
  inputSchema: {
    type: 'object',
    properties: {
      'ar\u202eg': { type: 'string', description: hostile },
      plain: { type: 'string', default: 'a\u202e' },
    },
  },
};

/** A server that lists one tool and answers its call. */
async function open(call: (got: Got) => unknown, more: Partial<PanelOptions> = {}): Promise<Browser> {
  server = await serveScript((got) => {
    const result =
      got.method === 'tools/list'
        ? { resultType: 'complete', tools: [TOOL], ttlMs: 0, cacheScope: 'private' }
        : call(got);
    const body = typeof result === 'object' && result !== null && 'error' in result ? result : { result };
    return { reply: { jsonrpc: '2.0', id: got.id, ...body } };
  });
  const { url } = server;
  const opened = await openPanel({ open: () => ({ target: url }), label: 'hostile', ...more });
  panel = opened.panel;
  await opened.browser.ready();
  return opened.browser;
}

/** Every text in a value, with its path. */
function* texts(value: unknown, path = ''): Generator<[string, string]> {
  if (typeof value === 'string') yield [path, value];
  else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) {
      yield [`${path} (name)`, name];
      yield* texts(item, `${path}.${name}`);
    }
  }
}

const answered = (got: Got): boolean => got.params?.['inputResponses'] !== undefined;

it('F46 control characters are gone and bidi overrides are visible, in every text but names and values', async () => {
  const properties = {
    field: { type: 'string', title: hostile, description: hostile, default: 'exact\u202e' },
    'na\u202eme': { type: 'boolean' },
    one: { type: 'string', enum: ['plain', 'o\u202ene'] },
    titled: { type: 'string', oneOf: [{ const: 'x', title: hostile }] },
    several: { type: 'array', items: { type: 'string', enum: ['s\u202e'] } },
    named: { type: 'string', enum: ['n'], enumNames: [hostile] },
  };
  const ask = form(properties);
  (ask['params'] as { message: string }).message = hostile;
  const browser = await open((got) =>
    answered(got) ? { ...done, content: [{ type: 'text', text: hostile }] } : asking({ [hostile]: ask }),
  );
  const [tool] = (await browser.view()).callables;
  expect(tool).toMatchObject({ name: 'to⟨U+202E⟩ol', title: '<img src=x onerror=alert(1)>⟨U+202E⟩txt' });

  const id = await browser.call(tool?.name ?? '');
  const question = await browser.question();
  expect(server?.got.at(-1)?.message.params?.['name']).toBe('to\u202eol');
  expect(question.message).toBe('<img src=x onerror=alert(1)>⟨U+202E⟩txt');
  expect(question.schema?.properties).toMatchObject({
    field: { default: 'exact\u202e' },
    'na\u202eme': { title: 'na⟨U+202E⟩me' },
    one: {
      oneOf: [
        { const: 'plain', title: 'plain' },
        { const: 'o\u202ene', title: 'o⟨U+202E⟩ne' },
      ],
    },
    several: { items: { anyOf: [{ const: 's\u202e', title: 's⟨U+202E⟩' }] } },
  });
  expect((await browser.answer(question, 'accept', { one: 'o\u202ene', several: ['s\u202e'] })).status).toBe(200);
  const { ending } = await browser.ended(id);
  expect(ending.text).toBe('<img src=x onerror=alert(1)>⟨U+202E⟩txt');

  const view = await browser.view();
  const unsafe = [...texts({ ...view, callables: [], question })].filter(([, text]) => UNSAFE.test(text));
  expect(
    unsafe.map(([path]) => path).filter((path) => !/\.(?:const|default)$|properties \(name\)$/.test(path)),
  ).toEqual([]);
  const exact = [...texts(view.callables)].filter(([, text]) => UNSAFE.test(text));
  expect(exact.map(([path]) => path)).toEqual([
    '.0.inputSchema.properties (name)',
    '.0.inputSchema.properties.plain.default',
  ]);
});

it('a message of 10 000 characters is whole, one without end is cut', async () => {
  let message = 'm'.repeat(10_000);
  const browser = await open(() => {
    const ask = form({});
    (ask['params'] as { message: string }).message = message;
    return asking({ ask });
  });
  await browser.call('to⟨U+202E⟩ol');
  const question = await browser.question();
  expect(question.message).toBe(message);
  await browser.answer(question, 'cancel');
  message = 'm'.repeat(2_000_000);
  const next = await browser.question(({ id }) => id !== question.id);
  expect(next.message.length).toBeLessThan(51_000);
  expect(next.isWhole).toBe(false);
  expect((await browser.view()).calls[0]?.first?.raw.length).toBeLessThan(110_000);
});

it.each([
  'javascript:alert(1)',
  'http://evil.example/',
  'https://user:secret@example.com/',
  'data:text/html,x',
  'file:///etc/passwd',
])('F47 the address %s is shown to nobody: it is cancelled, and the call says so', async (url) => {
  const browser = await open((got) =>
    answered(got)
      ? done
      : asking({
          pay: { method: 'elicitation/create', params: { mode: 'url', message: 'Pay', url, elicitationId: 'a' } },
        }),
  );
  const { ending, rounds, arrows } = await browser.ended(await browser.call('tool'));
  expect(ending.kind).toBe('result');
  expect(rounds[0]?.answers).toEqual({ pay: 'cancel' });
  expect(server?.got.at(-1)?.message.params?.['inputResponses']).toEqual({ pay: { action: 'cancel' } });
  const refused = arrows.filter(({ kind }) => kind === 'error');
  expect(refused.map(({ said }) => said)).toEqual([
    { is: 'refused', key: 'pay', why: expect.stringMatching(/^must/) as string },
  ]);
  expect(arrows.some(({ to }) => to === 'person')).toBe(false);
  expect(JSON.stringify(arrows)).not.toContain('secret');
});

it('F47 an address that imitates another is shown with its host and a warning', async () => {
  const url = 'https://xn--pypal-4ve.com/pay?a=1&b="2"';
  const browser = await open((got) =>
    answered(got)
      ? done
      : asking({
          pay: { method: 'elicitation/create', params: { mode: 'url', message: 'Pay', url, elicitationId: 'a' } },
        }),
  );
  const id = await browser.call('tool');
  const question = await browser.question();
  expect(question).toMatchObject({
    kind: 'url',
    url: { host: 'xn--pypal-4ve.com', warning: expect.stringContaining('may imitate') as string },
  });
  expect(question.schema).toBeUndefined();
  await browser.answer(question, 'accept');
  expect((await browser.ended(id)).rounds[0]?.answers).toEqual({ pay: 'accept' });
});

it('what breaks the rules ends the call with the reason, and is seen raw', async () => {
  const browser = await open(() => ({ resultType: 'input_required', inputRequests: { x: { method: 'tools/list' } } }));
  const { ending, first } = await browser.ended(await browser.call('tool'));
  expect(ending).toMatchObject({ kind: 'failed', text: expect.stringContaining('protocol_violation') as string });
  expect(first?.raw).toContain('tools/list');
});

it('reserved names, fields beyond the grammar and 50 fields: what is answered is what was checked', async () => {
  const fields = Object.fromEntries(
    Array.from({ length: 50 }, (_, at) => [`f${at}`, { type: 'integer', default: at }]),
  );
  const properties = { ...fields, nested: { type: 'object', properties: {} }, required: { type: 'string' } };
  const browser = await open((got) =>
    answered(got) ? done : asking({ form: form(properties, { required: ['required'] }) }),
  );
  const id = await browser.call('tool');
  const question = await browser.question();
  const polluting = `{"question":"${question.id}","action":"accept","content":{"required":"x","__proto__":{"polluted":true}}}`;
  expect((await browser.post('/api/answer', polluting)).status).toBe(400);
  const refused = await browser.answer(question, 'accept', { f3: 'three' });
  expect(JSON.parse(refused.body)).toMatchObject({ issues: [{ path: 'f3' }, { path: 'required' }] });
  expect((await browser.answer(question, 'accept', { required: 'x', f3: 4 })).status).toBe(200);
  expect((await browser.ended(id)).ending.kind).toBe('result');
  const sent = server?.got.at(-1)?.message.params?.['inputResponses'] as { form: { content: Record<string, unknown> } };
  expect(sent.form.content).toMatchObject({ required: 'x', f3: 4, f49: 49 });
  expect(Object.keys(sent.form.content)).toHaveLength(51);
});

it('states are seen nowhere: not in a result that repeats them, nor when a changed one is sent back', async () => {
  const state = 'state-canary-ABCDEFGHIJKLMNOPQRSTUVWXYZ-0123456789';
  const browser = await open((got) => {
    if (!answered(got)) return asking({ ask: form({ ok: { type: 'boolean' } }) }, { requestState: state });
    const given = String(got.params?.['requestState']);
    if (given !== state) return { error: { code: -32_602, message: `Bad ${given}`, data: { given } } };
    return { ...done, content: [{ type: 'text', text: `It was ${given}` }] };
  });
  const id = await browser.call('tool');
  await browser.answer(await browser.question(), 'accept', { ok: true });
  const { rounds, ending } = await browser.ended(id);
  expect(rounds[0]?.state).toMatchObject({ bytes: state.length, changed: true });
  expect(ending.text).toMatch(/^It was <state: 50 bytes, [\da-f]{8}>$/);
  for (const tamper of ['none', 'first-character', 'middle', 'truncate']) {
    expect((await browser.post('/api/replay', { call: id, round: 2, tamper })).status).toBe(200);
  }
  expect((await browser.ended(id)).replays.map(({ ending }) => ending.kind)).toEqual([
    'result',
    'error',
    'error',
    'error',
  ]);
  for (const as of ['call', 'answers', 'contract']) await browser.copy(id, as);
  expect(browser.heard).not.toContain('ABCDEFGHIJ');
});
