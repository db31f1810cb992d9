import { describe, expect, it } from 'vitest';
import { formatRecording, parseRecording, type Recording } from '../../src/recording/index.js';
import { failure } from '../client/script/failure.js';

const CANARY = 'rosebud-4711';

const make = (message: string, more: object = {}): Recording => ({
  recording: 1,
  revision: '2026-07-28',
  call: { tool: 'buy', args: { item: 'lamp' } },
  rounds: [
    {
      state: 'new',
      asks: [{ key: 'k', kind: 'form', message, schema: { type: 'object', properties: {} }, answer: 'accept' }],
    },
  ],
  end: { kind: 'result', isError: false, text: message },
  ...more,
});

const HOSTILE = [
  '\u001b[31mred\u001b[0m',
  'c1 \u009b31m and \u0085',
  'bidi \u202etxt.exe\u2066',
  'tab\tand\r\nlines\n\n  indented\n',
  '# no comment: "quoted" \'single\' \\ back',
  '- a\n- b: [c, {d: e}]',
  'yes',
  '1.0',
  '2026-11-30',
  '~',
  '&a *a !b %c @d `e',
  'line\u2028and\u2029paragraph',
  '\u0000',
  '\ud83d\ude00 \u{1f600}',
  ' ',
];

describe.each(['yaml', 'json'] as const)('as %s', (format) => {
  it.each(HOSTILE)('comes back as it was, and obeys no terminal: %j', async (text) => {
    const recording = make(text, { call: { tool: text, args: { [text]: text } } });
    const file = await formatRecording(recording, { format });
    expect(await parseRecording(file)).toEqual(recording);
    expect(file.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u);
  });
});

it('refuses another format', async () => {
  await expect(formatRecording(make('a'), { format: 'toml' as never })).rejects.toThrow(RangeError);
  await expect(parseRecording(7 as never)).rejects.toThrow(TypeError);
});

describe('a file that was edited wrongly', () => {
  const ask = { key: 'k', kind: 'form', answer: 'accept' };
  const round = (more: object): object => ({ rounds: [{ state: 'new', asks: [{ ...ask, ...more }] }] });
  it.each<[string, object, string]>([
    ['another version', { recording: 2 }, 'at recording: it must be 1'],
    ['another revision', { revision: '2020-01-01' }, 'at revision: '],
    ['no call', { call: {} }, 'at call: it must have one of tool, prompt and resource'],
    ['two calls', { call: { tool: 'a', prompt: 'b' } }, 'at call.prompt: it is not known'],
    ['arguments that are none', { call: { tool: 'a', args: [CANARY] } }, 'at call.args: it must be a map'],
    ['arguments of a resource', { call: { resource: 'a', args: {} } }, 'at call.args: it is not known'],
    ['no rounds', { rounds: CANARY }, 'at rounds: it must be a list'],
    ['a round that is none', { rounds: [CANARY] }, 'at rounds[0]: '],
    ['another role', { rounds: [{ state: CANARY, asks: [] }] }, 'at rounds[0].state: '],
    ['no asks', { rounds: [{ state: 'new' }] }, 'at rounds[0].asks: it must be a list'],
    [
      'an answer with more members',
      round({ answer: { action: 'decline', [CANARY]: 1 } }),
      'at rounds[0].asks[0].answer: it has members',
    ],
    ['an ask that is none', { rounds: [{ state: 'new', asks: [CANARY] }] }, 'at rounds[0].asks[0]: '],
    ['another kind', round({ kind: CANARY }), 'at rounds[0].asks[0].kind: '],
    ['a message that is none', round({ message: 7 }), 'at rounds[0].asks[0].message: it must be a text'],
    ['an answer that is none', round({ answer: CANARY }), 'at rounds[0].asks[0].answer: '],
    ['a result to a form', round({ answer: 'result' }), 'at rounds[0].asks[0].answer: '],
    ['contents that are none', round({ answer: { action: 'accept', content: CANARY } }), 'asks[0].answer.content: '],
    ['an unknown member', round({ note: CANARY }), 'at rounds[0].asks[0].note: it is not known'],
    ['another end', { end: { kind: CANARY } }, 'at end.kind: '],
    ['half an end', { end: { kind: 'error', code: CANARY, message: 'a' } }, 'at end.code: it must be a whole number'],
    ['something else', { more: CANARY }, 'at more: it is not known'],
  ])('%s', async (_name, more, where) => {
    const text = await formatRecording(make('a', more));
    const { code, message } = await failure(parseRecording(text, { name: 'mine.yaml' }));
    expect(code).toBe('recording_invalid');
    expect(message).toMatch(/mine\.yaml, line \d+, /u);
    expect(message).toContain(where);
    expect(message).not.toContain(CANARY);
  });

  it('is no document at all', async () => {
    for (const text of ['', CANARY, `a: [${CANARY}`, '[]']) {
      const { code, message } = await failure(parseRecording(text));
      expect(code).toBe('recording_invalid');
      expect(message).not.toContain(CANARY);
    }
  });
});
