import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as variants from '../../src/contract/checks/state-variants.js';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = (...bodies: unknown[]): string => [...bodies.map(part), randomBytes(32).toString('base64url')].join('.');
const bytesOf = (text: string): string => Buffer.from(text, 'base64').toString('hex');

const JWS = token({ alg: 'HS256', kid: 'k1' }, { flow: 'a', n: 1, deep: { list: [true, null] } });

describe('tampered states', () => {
  it.each([
    ['the first character', variants.firstCharacters],
    ['a character in the middle', variants.middleCharacters],
  ])('F32 %s changes in every part, and so do the bytes', (_, alter) => {
    const parts = JWS.split('.');
    const altered = alter(JWS);
    expect(altered).toHaveLength(3);
    for (const [index, { how, state }] of altered.entries()) {
      const others = state.split('.');
      expect(how).toContain(`part ${index + 1}`);
      expect(others.filter((one, at) => one !== parts[at])).toEqual([others[index]]);
      expect(bytesOf(others[index] ?? '')).not.toBe(bytesOf(parts[index] ?? ''));
    }
  });

  it('a character of hexadecimal stays hexadecimal', () => {
    const hex = randomBytes(32).toString('hex');
    const [altered] = variants.middleCharacters(hex);
    expect(altered?.state).toMatch(/^[0-9a-f]{64}$/);
    expect(altered?.state).not.toBe(hex);
  });

  it('F31 another spelling has another text and the same bytes', () => {
    const states = Array.from({ length: 20 }, () => token({ n: 1 }));
    const hex = `${part({ n: 1 })}.${randomBytes(32).toString('hex')}`;
    for (const state of states) {
      for (const { state: other } of variants.spellings(state)) {
        expect(other).not.toBe(state);
        expect(other.split('.').map(bytesOf)).toEqual(state.split('.').map(bytesOf));
      }
    }
    expect(states.every((state) => variants.spellings(state).length > 0)).toBe(true);
    expect(variants.spellings(hex).map(({ state }) => state.toLowerCase())).toContain(hex.toLowerCase());
    expect(variants.spellings('AAAA.AAAA')).toEqual([]);
  });

  it('F32 no cut of a state is empty', () => {
    expect(variants.truncations('ab')).toEqual([
      { how: 'without its last character', state: 'a' },
      { how: 'cut in half', state: 'a' },
    ]);
  });

  it('a signature can be taken away, and a header can say that there is none', () => {
    const [header = '', body = '', signature = ''] = JWS.split('.');
    expect(variants.unsigned(JWS).map(({ state }) => state)).toEqual([
      `${header}.${body}.`,
      `${header}.${body}`,
      `${header}.${signature}.${body}`,
      `${part({ alg: 'none', kid: 'k1' })}.${body}.`,
    ]);
    expect(variants.unsigned(`${body}.${signature}`)).toHaveLength(3);
    expect(variants.unsigned(signature)).toEqual([]);
  });

  it('every readable member gets another value, alone', () => {
    const altered = variants.rewritten(JWS);
    expect(altered.map(({ how }) => /'(.*)'/.exec(how)?.[1])).toEqual([
      'alg',
      'kid',
      'flow',
      'n',
      'deep.list.0',
      'deep.list.1',
    ]);
    const bodies = altered
      .slice(2)
      .map(({ state }) => JSON.parse(Buffer.from(state.split('.')[1] ?? '', 'base64url').toString()));
    expect(bodies).toEqual([
      { flow: 'ax', n: 1, deep: { list: [true, null] } },
      { flow: 'a', n: 2, deep: { list: [true, null] } },
      { flow: 'a', n: 1, deep: { list: [false, null] } },
      { flow: 'a', n: 1, deep: { list: [true, 1] } },
    ]);
  });

  it('parts may be separated by anything', () => {
    const tag = randomBytes(32).toString('hex');
    const state = `{"at":"a.b","n":1}#${tag}`;
    expect(variants.rewritten(state).map((one) => one.state)).toEqual([
      `{"at":"a.bx","n":1}#${tag}`,
      `{"at":"a.b","n":2}#${tag}`,
    ]);
    expect(variants.unsigned(state).map((one) => one.state)).toEqual([
      '{"at":"a.b","n":1}#',
      '{"at":"a.b","n":1}',
      `${tag}#{"at":"a.b","n":1}`,
    ]);
    expect(variants.firstCharacters(`${tag}:${tag}`)).toHaveLength(2);
  });

  it('a state may be JSON as it is, and dots in it are no parts', () => {
    expect(variants.rewritten('{"step":1,"at":"a.b"}').map(({ state }) => state)).toEqual([
      '{"step":2,"at":"a.b"}',
      '{"step":1,"at":"a.bx"}',
    ]);
    expect(variants.rewritten(randomBytes(48).toString('base64url'))).toEqual([]);
  });
});
