import { describe, expect, it } from 'vitest';
import { Redactor } from '../../src/contract/evidence/redactor.js';
import { rawJson } from '../../src/panel/calls/ending.js';
import { readAsk } from '../../src/protocol/ask.js';
import { Masker } from '../../src/recording/mask.js';
import { Mask } from '../../src/shown/mask.js';
import { CALL } from '../../src/shown/mask-rules.js';
import { maskState } from '../../src/shown/state-fingerprint.js';

const ASK = readAsk(
  { method: 'elicitation/create', params: { message: 'm', requestedSchema: { type: 'object', properties: {} } } },
  { key: 'k', path: 'k', server: { name: 's' } },
);

const STATE = 'eyJhbGciOiJIUzI1NiJ9.eyJmbG93IjoiYSJ9.c2lnbmF0dXJl';

type Content = Record<string, unknown>;

const accepted = (content: Content) => ({ action: 'accept', content });

/** A text of the server as each job shows it after an answer, where the arguments of the call say "Lisbon". */
const JOBS = {
  call(content: Content, text: string): string {
    const mask = new Mask({ to: 'Lisbon' });
    mask.add('k', accepted(content), ASK);
    return mask.text(text);
  },
  recording(content: Content, text: string): string {
    const masker = new Masker({ tool: 't', args: { to: 'Lisbon' } });
    masker.answered('k', ASK, accepted(content));
    return masker.text(text);
  },
  report(content: Content, text: string): string {
    const redactor = new Redactor();
    redactor.learn({ k: accepted(content) });
    return redactor.text(text);
  },
};

type Job = keyof typeof JOBS;

const CALLS: readonly Job[] = ['call', 'recording'];
const EVERYWHERE: readonly Job[] = [...CALLS, 'report'];
const REPORT: readonly Job[] = ['report'];

describe('an answer that the server repeats is hidden', () => {
  it.each<[what: string, jobs: readonly Job[], answer: unknown, text: string]>([
    ['a word', EVERYWHERE, 'rosebud', 'You said rosebud.'],
    ['inside another word', EVERYWHERE, 'rosebud', 'xrosebudx'],
    ['in other letters of its own', EVERYWHERE, 'rosebud', 'You said ROSEBUD.'],
    ['a short word', EVERYWHERE, 'Ana', 'for Ana!'],
    ['a short word in other letters', EVERYWHERE, 'Ana', 'for ANA!'],
    ['a short word inside another', REPORT, 'Ana', 'anAnagram'],
    ['two letters', CALLS, 'Bo', 'for Bo!'],
    ['a number', EVERYWHERE, 4821, 'Your number is 4821.'],
    ['a number inside another', REPORT, 4821, 'Your number is 148213.'],
    ['a short number', CALLS, 7, 'You want 7.'],
    ['on one line', EVERYWHERE, 'first line\nsecond', 'You said: first line second'],
    ['in JSON', EVERYWHERE, 'say "hi"\nnow', String.raw`{"note":"say \"hi\"\nnow"}`],
    ['in an address', EVERYWHERE, 'Ana Pérez', 'https://a.example/?q=Ana%20P%C3%A9rez'],
    ['in an address, with a plus', EVERYWHERE, 'Ana Pérez', 'https://a.example/?q=Ana+P%C3%A9rez'],
    ['without the space around it', EVERYWHERE, '  rosebud  ', 'You said rosebud.'],
    ['half of a character', CALLS, '\ud83d', 'half \ud83d'],
    ['each of several', EVERYWHERE, ['scarlet', 'crimson'], 'scarlet and crimson'],
    ['one that is cut short', EVERYWHERE, 'Zenobia the Great', 'Done for Zenobia th…'],
    ['one that the arguments say too', REPORT, 'Lisbon', 'to Lisbon'],
  ])('%s: %s', (_, jobs, answer, text) => {
    const said = [answer].flat().map(String);
    for (const job of jobs) {
      const shown = JOBS[job]({ f: answer }, text);
      expect([job, shown]).toEqual([job, expect.stringMatching(/\[answer\]|<answer k\.f>/u)]);
      for (const secret of said) expect([job, shown.toLowerCase()]).not.toContain(secret.trim().toLowerCase());
      expect(shown).not.toMatch(/rosebud|4821|first line|say|P%C3|scarlet|crimson|Zenob/iu);
    }
  });

  it.each<[what: string, jobs: readonly Job[], answer: unknown, text: string]>([
    ['yes and no', EVERYWHERE, true, 'It is true.'],
    ['nothing', EVERYWHERE, '', 'nothing'],
    ['a short word inside another', CALLS, 'Ana', 'an anagram'],
    ['a short number inside another', CALLS, 7, '17 of 70'],
    ['two letters', REPORT, 'Bo', 'for Bo!'],
    ['the beginning of another word that is cut', CALLS, 'there are none', 'together…'],
    ['three digits', REPORT, 482, 'It took 482 ms.'],
    ['what the arguments say', CALLS, 'Lisbon', 'to Lisbon'],
  ])('but not %s: %s', (_, jobs, answer, text) => {
    for (const job of jobs) expect([job, JOBS[job]({ f: answer }, text)]).toEqual([job, text]);
  });

  it.each(EVERYWHERE)('the longest is hidden first: %s', (job) => {
    expect(JOBS[job]({ short: 'answers', long: 'answers of mine' }, 'answers of mine')).toMatch(
      /^(?:\[answer\]|<answer k\.long>)$/u,
    );
  });
});

describe('JSON of the server', () => {
  const VALUE = { rosebud: ['rosebud', 4821, 'x'], n: 7, yes: true };
  const CONTENT = { f: 'rosebud', g: 4821, h: 7, i: true };

  it('a printed call hides names, texts, and numbers of four digits', () => {
    const mask = new Mask({});
    mask.add('k', accepted(CONTENT), ASK);
    expect(mask.value(VALUE)).toEqual({
      '<answer k.f>': ['<answer k.f>', '<answer k.g>', 'x'],
      n: 7,
      yes: true,
    });
  });

  it('a recording hides names, texts and every number', () => {
    const masker = new Masker({ tool: 't', args: {} });
    masker.answered('k', ASK, accepted(CONTENT));
    expect(masker.value(VALUE)).toEqual({
      '<answer k.f>': ['<answer k.f>', '<answer k.g>', 'x'],
      n: '<answer k.h>',
      yes: true,
    });
  });

  it('a report hides texts, and numbers of four digits', () => {
    const redactor = new Redactor();
    redactor.learn({ k: accepted(CONTENT) });
    const { result } = redactor.received({ result: VALUE });
    expect(Object.values(result as object)).toEqual([['[answer]', '[answer]', 'x'], 7, true]);
  });

  it('the page shows the message to whoever answered, states hidden', () => {
    const mask = new Mask({});
    mask.add('k', accepted(CONTENT), ASK);
    expect(JSON.parse(rawJson(VALUE, mask))).toEqual(VALUE);
  });

  it('a report shows of a request only which field was answered as the case says', () => {
    const redactor = new Redactor();
    redactor.learn({ k: accepted(CONTENT) });
    const content = { f: 'rosebud', g: 4821, h: 7, i: true, other: 'rosebud', more: ['rosebud', 8] };
    expect(redactor.sent({ name: 't', _meta: {}, inputResponses: { k: accepted(content) } })).toEqual({
      name: 't',
      inputResponses: {
        k: accepted({ f: '<f>', g: '<g>', h: '<h>', i: '<i>', other: '[answer]', more: ['[answer]', 8] }),
      },
    });
  });
});

describe('what a model wrote and where folders are', () => {
  const MODEL = { role: 'assistant', model: 'm', content: { type: 'text', text: 'a secret title' } };
  const ROOTS = { roots: [{ uri: 'file:///home/ana' }] };
  const TEXT = 'text "a secret title" in file:///home/ana';

  it('is hidden in a call', () => {
    const mask = new Mask({});
    mask.add('m', MODEL);
    mask.add('r', ROOTS);
    expect(mask.text(TEXT)).toBe('text "<answer m.content.text>" in <answer r.roots.uri>');
  });

  it('is hidden in a report', () => {
    const redactor = new Redactor();
    redactor.learn({ m: MODEL, r: ROOTS });
    expect(redactor.text(TEXT)).toBe('text "[answer]" in [answer]');
  });
});

describe('a state', () => {
  const { fingerprint } = maskState(STATE, undefined);
  const MARK = `<state: ${STATE.length} bytes, ${fingerprint}>`;

  it('that a server repeats in a text of a printed call is hidden there, too, cut and changed', () => {
    const mask = new Mask({});
    mask.value({ requestState: STATE });
    expect(mask.text(`see ${STATE}. Then go on.`)).toBe(`see ${MARK}. Then go on.`);
    expect(mask.text(`${STATE.slice(0, 30)}… and ${STATE}x, ${STATE.slice(0, -3)}xyz`)).toBe(
      '<state> and <state>, <state>',
    );
    const spaced = 'page 2, and what was chosen: 3';
    mask.learn(spaced);
    mask.learn(`${spaced}: 4`);
    expect(mask.text(`see ${spaced}: 4!`)).not.toMatch(/page|chosen|4/u);
  });

  it('of a round is its size, whether it changed, and a fingerprint of 32 bits', () => {
    expect(maskState('añb', 'añb')).toEqual({
      bytes: 4,
      changed: false,
      fingerprint: expect.stringMatching(/^\w{8}$/u),
    });
    expect(maskState(STATE, undefined)).toEqual({ bytes: STATE.length, changed: true, fingerprint });
  });

  it('in a printed call is hidden as a member, unless it is to be shown', () => {
    const value = { deep: [{ requestState: STATE }] };
    expect(new Mask({}).value(value)).toEqual({ deep: [{ requestState: MARK }] });
    expect(new Mask({}, { ...CALL, showStates: true }).value(value)).toEqual(value);
  });

  it('on the page is hidden as a member, and from eight characters on in any text', () => {
    const mask = new Mask({});
    mask.learn(STATE);
    mask.learn('prepared');
    mask.learn('short');
    expect(mask.states(`Bad state "${STATE}"`)).toBe(`Bad state "${MARK}"`);
    expect(mask.text('is prepared')).toMatch(/^is <state: 8 bytes, \w{8}>$/u);
    expect(mask.states('is short')).toBe('is short');
    expect(JSON.parse(rawJson({ requestState: 'short', text: [`see ${STATE}`] }, mask))).toEqual({
      requestState: expect.stringMatching(/^<state: 5 bytes, \w{8}>$/u),
      text: [`see ${MARK}`],
    });
  });

  it('in a report is hidden as a member, and from sixteen characters on in any text, cut or changed', () => {
    const redactor = new Redactor();
    expect(redactor.received({ result: { requestState: STATE } }).result).toEqual({
      requestState: `[state, ${STATE.length} bytes]`,
    });
    redactor.received({ result: { requestState: 'prepared' } });
    expect(redactor.sent({ requestState: 5 })).toEqual({ requestState: '[state, no text]' });
    expect(redactor.text(`see ${STATE} here`)).toBe('see [state] here');
    expect(redactor.text(`see ${STATE.slice(0, 30)}…`)).toBe('see [state]');
    expect(redactor.text(`see ${STATE}x here`)).toBe('see [state] here');
    expect(redactor.text(`see ${STATE.slice(0, -3)}xyz here`)).toBe('see [state] here');
    expect(redactor.text('is prepared')).toBe('is prepared');
  });

  it('in a recording is an id, as any token', () => {
    expect(new Masker({ tool: 't', args: {} }).text(`see ${STATE} here`)).toBe('see <id 1> here');
  });
});
