import { afterEach, describe, expect, it } from 'vitest';
import {
  accept,
  cancel,
  connect,
  decline,
  type Harness,
  type Lang,
  portAnswers,
  terminal,
  readText,
} from '../../../src/client/index.js';
import { answer, asked, form, Piped } from './fixtures/asking.js';
import { createServer } from './fixtures/hosting.mjs';

let harness: Harness | undefined;
afterEach(() => harness?.close());

const seats = form({ seats: { type: 'integer', minimum: 1, maximum: 9 } }, ['seats']);

describe('the question', () => {
  it('shows who asks, in what, the message and the fields, then each field', async () => {
    const piped = new Piped().type('', '3');
    const question = asked(form({ seats: { type: 'integer', minimum: 1, title: 'Seats' } }, ['seats'], 'How\nmany?'), {
      server: { name: 'ferry-desk', title: 'The Ferry' },
    });
    expect(await piped.port.put(question)).toEqual(accept({ seats: 3 }));
    expect(piped.shown).toBe(
      [
        '',
        'The Ferry (ferry-desk) asks, in book:',
        '  | How',
        '  | many?',
        '  |',
        '  | It asks for:',
        '  | - Seats (whole number, at least 1, required)',
        'Enter answers, n declines, q cancels ',
        '',
        'Seats (whole number, at least 1, required)',
        '> ',
        '',
      ].join('\n'),
    );
  });

  it.each([
    ['n', decline()],
    ['N', decline()],
    ['não', decline()],
    ['q', cancel()],
    [' q ', cancel()],
  ])('F25 %s ends it', async (line, expected) => {
    expect((await answer(seats, line)).answer).toEqual(expected);
  });

  it('F25 the end of the input cancels, at the start, at a field, and ever after', async () => {
    const piped = new Piped();
    piped.input.end();
    expect(await piped.port.put(asked(seats))).toEqual(cancel());
    expect(await piped.port.put(asked(seats))).toEqual(cancel());
    const later = new Piped().type('');
    later.input.end();
    expect(await later.port.put(asked(seats))).toEqual(cancel());
    const gone = new Piped();
    gone.input.destroy();
    expect(await gone.port.put(asked(seats))).toEqual(cancel());
  });

  it('a failing input is its end', async () => {
    const piped = new Piped();
    const put = piped.port.put(asked(seats));
    await piped.until('q cancels');
    piped.input.destroy(new Error('EIO'));
    expect(await put).toEqual(cancel());
  });

  it('what is no Enter, n or q is asked again, and cancels the third time', async () => {
    const { answer: given, shown } = await answer(seats, 'y', 'yes', 'n');
    expect(given).toEqual(decline());
    expect(shown.match(/Press Enter alone/g)).toHaveLength(2);
    expect((await answer(seats, 'y', 'y', 'y', '', '3')).answer).toEqual(cancel());
  });

  it('F07 a form without fields offers the three actions', async () => {
    const nothing = form({}, [], 'The gate closes.');
    expect((await answer(nothing, '')).answer).toEqual(accept({}));
    expect((await answer(nothing, 'n')).answer).toEqual(decline());
    const { answer: given, shown } = await answer(nothing, 'q');
    expect([given, shown.includes('Enter accepts, n declines, q cancels')]).toEqual([cancel(), true]);
  });

  it('F07 it is accepted by a server with no content but an empty one', async () => {
    harness = await connect(createServer);
    const outcome = await harness.call('nothing', {}, { answers: portAnswers(new Piped().type('').port) });
    expect(readText(outcome)).toBe('{"action":"accept","content":{}}');
  });
});

describe('values', () => {
  it('F15 a default is shown and taken by Enter, true included', async () => {
    const defaults = form(
      {
        on: { type: 'boolean', default: true },
        off: { type: 'boolean', default: false },
        count: { type: 'integer', default: 0 },
        size: { type: 'string', oneOf: [{ const: 's', title: 'Small' }], default: 's' },
        days: { type: 'array', items: { type: 'string', enum: ['mon', 'tue'] }, default: ['mon', 'tue'] },
        note: { type: 'string', default: 'none' },
      },
      ['on', 'note'],
    );
    const { answer: given, shown } = await answer(defaults, '', '', '', '', '', '', '');
    expect(given).toEqual(accept({ on: true, off: false, count: 0, size: 's', days: ['mon', 'tue'], note: 'none' }));
    for (const value of ['Yes', 'No', '0', 'Small', 'mon, tue', 'none'])
      expect(shown).toContain(`Enter takes: ${value})`);
  });

  it('a default that breaks its own field is not offered', async () => {
    const broken = form({ count: { type: 'integer', default: 'many' } }, ['count']);
    const { answer: given, shown } = await answer(broken, '', '', '', '');
    expect(given).toEqual(cancel());
    expect(shown).not.toContain('many');
  });

  it('F15 the text "true" is true, and "perhaps" is asked again', async () => {
    const flag = form({ flag: { type: 'boolean' } }, ['flag']);
    expect((await answer(flag, '', 'true')).answer).toEqual(accept({ flag: true }));
    const { answer: given, shown } = await answer(flag, '', 'perhaps', 'não');
    expect(given).toEqual(accept({ flag: false }));
    expect(shown).toContain('Not valid: must be yes or no. 2 tries left.');
  });

  it('F16 42xyz is asked again and 1.0 is the whole number 1', async () => {
    const { answer: given, shown } = await answer(seats, '', '42xyz', '1.0');
    expect(given).toEqual(accept({ seats: 1 }));
    expect(shown).toContain('Not valid: must be a whole number. 2 tries left.');
  });

  it('F17 an option is taken by its number or its name, and Enter alone takes none', async () => {
    const size = form({
      size: {
        type: 'string',
        oneOf: [
          { const: 's', title: 'Small' },
          { const: 'l', title: 'Large' },
        ],
      },
    });
    for (const typed of ['2', '2)', 'Large', 'large', '"Large"'])
      expect((await answer(size, '', typed)).answer).toEqual(accept({ size: 'l' }));
    expect((await answer(size, '', '')).answer).toEqual(accept({}));
    for (const typed of ['3', '0', '-1', 'XL', 'l', '""'])
      expect((await answer(size, '', typed, typed, typed)).answer).toEqual(cancel());
  });

  it('several options are taken by numbers and names', async () => {
    const days = form({ days: { type: 'array', items: { type: 'string', enum: ['mon', 'tue', 'wed, thu'] } } });
    expect((await answer(days, '', '1, tue')).answer).toEqual(accept({ days: ['mon', 'tue'] }));
    expect((await answer(days, '', '3,1')).answer).toEqual(accept({ days: ['wed, thu', 'mon'] }));
    expect((await answer(days, '', 'wed, thu')).answer).toEqual(accept({ days: ['wed, thu'] }));
    const { shown } = await answer(days, '', '1,1', 'sun', '');
    expect(shown).toContain('must not have the same choice twice');
    expect(shown).toContain('each choice must be one of: mon, tue, wed, thu');
  });

  it('F18 one emoji is one character', async () => {
    const mark = form({ mark: { type: 'string', maxLength: 1 } }, ['mark']);
    expect((await answer(mark, '', '🦆')).answer).toEqual(accept({ mark: '🦆' }));
  });

  it('F77 a required field left empty is asked again, then cancelled; an optional one is left out', async () => {
    const both = form({ name: { type: 'string', title: 'Name' }, nick: { type: 'string' } }, ['name']);
    expect((await answer(both, '', 'Ana', '')).answer).toEqual(accept({ name: 'Ana' }));
    const late = await answer(both, '', '  ', '', 'Ana', '');
    expect(late.answer).toEqual(accept({ name: 'Ana' }));
    expect(late.shown).toContain('Not valid: is required. 2 tries left.');
    const { answer: given, shown } = await answer(both, '', '', '', '');
    expect(given).toEqual(cancel());
    expect(shown).toContain('No valid value for Name in three tries: cancelled.');
  });

  it.each([
    ['text', { type: 'string' }],
    ['a number', { type: 'number' }],
    ['yes or no', { type: 'boolean' }],
    ['one choice', { type: 'string', enum: ['a'] }],
    ['several choices', { type: 'array', items: { type: 'string', enum: ['a'] } }],
  ])('F77 only what a person says is a no: %s', async (_kind, property) => {
    const needed = form({ field: property }, ['field']);
    expect((await answer(needed, '', '', '', '', 'n')).answer).toEqual(cancel());
    expect((await answer(needed, 'n')).answer).toEqual(decline());
    const closed = new Piped().type('', '');
    closed.input.end();
    expect(await closed.port.put(asked(needed))).toEqual(cancel());
  });

  it('F77 three wrong tries cancel, and the third is told as the last', async () => {
    const { answer: given, shown } = await answer(seats, '', '0', '10', 'x', '5');
    expect(given).toEqual(cancel());
    expect(shown).toContain('Not valid: must be at least 1. 2 tries left.');
    expect(shown).toContain('Not valid: must be at most 9. 1 try left.');
    expect(shown).toContain('No valid value for seats in three tries: cancelled.');
  });

  it('F19 three bad tries on one ask of a round keep the answer of the other', async () => {
    harness = await connect(createServer);
    const piped = new Piped().type('', 'a', 'b', 'c', '', '7');
    const outcome = await harness.call('two', {}, { answers: portAnswers(piped.port) });
    expect(JSON.parse(readText(outcome))).toEqual({
      first: { action: 'cancel' },
      second: { action: 'accept', content: { seats: 7 } },
    });
  });

  it.each(['2026-07-28', '2025-11-25'] as const)('every kind of field reaches a server on %s', async (revision) => {
    harness = await connect(createServer, { revision });
    const piped = new Piped().type('', 'Ana', 'ana@a.co', '', 'Large', '1,3', 'sim', 'n');
    const outcome = await harness.call('everything', {}, { answers: portAnswers(piped.port) });
    expect(JSON.parse(readText(outcome))).toEqual({
      action: 'accept',
      content: { name: 'Ana', email: 'ana@a.co', seats: 2, size: 'l', days: ['mon', 'wed'], vegan: true, news: false },
    });
  });
});

describe('an aborted question', () => {
  it('F42 is taken away and says so; the next one reads on', async () => {
    const piped = new Piped();
    const stop = new AbortController();
    const put = piped.port.put(asked(seats, { signal: stop.signal }));
    await piped.until('q cancels');
    stop.abort(new Error('taken back'));
    await expect(put).rejects.toThrow('taken back');
    expect(piped.shown).toContain('q cancels \nNobody waits for this answer any more');
    piped.type('', '2');
    expect(await piped.port.put(asked(seats))).toEqual(accept({ seats: 2 }));
  });
});

describe('an address', () => {
  const visit = (url: string): Record<string, unknown> => ({
    mode: 'url',
    message: 'Pay there.',
    url,
    elicitationId: 'e',
  });

  it.each([
    ['', accept()],
    ['n', decline()],
    ['q', cancel()],
  ])('%j answers it', async (line, expected) => {
    expect((await answer(visit('https://pay.example.com/a'), line)).answer).toEqual(expected);
  });

  it('F48 is shown whole with its host, quotes and all, and nothing is opened', async () => {
    const { shown } = await answer(visit('https://pay.example.com/?a=1&calc&b="x";$(id)`id`'), '');
    expect(shown).toContain('  | Address: https://pay.example.com/?a=1&calc&b=%22x%22;$(id)`id`\n');
    expect(shown).toContain('  | Host: pay.example.com\n');
    expect(shown).toContain('Nothing is opened for you');
  });

  it('F47 punycode is warned of, with what it reads as', async () => {
    const { shown } = await answer(visit('https://аpple.com/login'), 'q');
    expect(shown).toContain('Host: xn--pple-43d.com');
    expect(shown.replaceAll(/\s+\|\s!?/g, ' ').replaceAll(/\s+/g, ' ')).toContain(
      'Careful: this host has letters that can look like others. It reads as аpple.com',
    );
  });

  it('F47 one that must not be followed is cancelled, even without portAnswers', async () => {
    expect(await answer(visit('javascript:alert(1)'), '')).toEqual({ answer: cancel(), shown: '' });
  });
});

describe('languages', () => {
  it.each<[Lang, string, string]>([
    ['es', 'Enter contesta, n rechaza, q cancela', 'No vale: tiene que ser un número entero. Quedan 2 intentos.'],
    ['pt', 'Enter responde, n recusa, q cancela', 'Não é válido: tem que ser um número inteiro. Restam 2 tentativas.'],
  ])('%s', async (lang, start, refused) => {
    const piped = new Piped({ lang }).type('', 'x', '1');
    await piped.port.put(asked(seats));
    expect(piped.shown).toContain(start);
    expect(piped.shown).toContain(refused);
  });

  it('another one is refused at once', () => {
    expect(() => terminal({ lang: 'fr' as Lang })).toThrow(RangeError);
  });
});

describe('close', () => {
  it('may be called without a question, after one, and twice; a later question reads on', async () => {
    const unused = terminal();
    await unused.close?.();
    const piped = new Piped().type('', '4');
    expect(await piped.port.put(asked(seats))).toEqual(accept({ seats: 4 }));
    await piped.port.close?.();
    await piped.port.close?.();
    piped.type('', '5');
    expect(await piped.port.put(asked(seats))).toEqual(accept({ seats: 5 }));
  });
});
