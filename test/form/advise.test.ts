import { describe, expect, it } from 'vitest';
import { adviseForm, type FormProperty } from '../../src/form/index.js';
import { wire } from './faults.js';
import { growth, LINEAR } from '../growth.js';

const advise = (name: string, property: FormProperty = { type: 'string' }): string[] =>
  adviseForm(wire({ [name]: property })).map(({ path }) => path);

describe('adviseForm', () => {
  it.each([
    'password',
    'userPassword',
    'api_key',
    'apiKey',
    'API-Key',
    'access token',
    'token',
    'authToken',
    'client_secret',
    'privateKey',
    'creditCard',
    'card_number',
    'cardNumber',
    'cvv',
    'pin',
    'one-time-code',
    'seedPhrase',
    'contraseña',
    'senha',
    'numero_de_tarjeta',
  ])('F49 says that %j asks for a secret', (name) => {
    expect(advise(name)).toEqual([`properties.${name}`]);
  });

  it('F49 reads titles and descriptions too, and numbers', () => {
    expect(advise('value', { type: 'string', title: 'Your password' })).toEqual(['properties.value']);
    expect(advise('value', { type: 'string', description: 'Paste the API key here.' })).toEqual(['properties.value']);
    expect(advise('pin', { type: 'integer' })).toEqual(['properties.pin']);
    expect(adviseForm(wire({ pin: { type: 'integer' } }))[0]?.message).toMatch(/must not .*use a URL ask/);
  });

  it.each([
    ['name'],
    ['email'],
    ['keyboard'],
    ['pinColor', { type: 'string', enum: ['red'] }],
    ['spinner'],
    ['secretary'],
    ['discard'],
    ['maxTokens', { type: 'integer' }],
    ['resetPassword', { type: 'boolean' }],
    ['tokenKind', { type: 'string', enum: ['bearer'] }],
    ['passport'],
    ['author'],
  ] as const)('F49 has nothing against %j', (name, property?: FormProperty) => {
    expect(advise(name, property)).toEqual([]);
  });

  it('F49 warns about an address in the message or in what a person sees', () => {
    const plain = wire({ a: { type: 'string' } });
    for (const message of [
      'See https://example.com/a',
      'go to www.example.com',
      'click javascript:alert(1)',
      'HTTP://X.Y',
      'mailto:a@b.co',
    ]) {
      expect(adviseForm(plain, message)).toEqual([
        { path: 'message', code: 'address', message: expect.stringMatching(/web address/) as string },
      ]);
    }
    for (const message of [
      'Reservar 1 vaga em "HTML" para aluno@exemplo.com?',
      'at 10:30: ok?',
      'data: none',
      'wwwhat',
      '',
    ]) {
      expect(adviseForm(plain, message)).toEqual([]);
    }
    expect(advise('a', { type: 'string', description: 'see http://x.y' })).toEqual(['properties.a']);
    expect(advise('a', { type: 'string', oneOf: [{ const: 'a', title: 'https://x.y' }] })).toEqual(['properties.a']);
    expect(advise('a', { type: 'string', format: 'uri', default: 'https://x.y' })).toEqual([]);
  });

  it('says in a code what an advice is about', () => {
    const codes = (name: string, property: FormProperty) =>
      adviseForm(wire({ [name]: property })).map(({ code }) => code);
    expect(codes('pin', { type: 'integer' })).toEqual(['secret']);
    expect(codes('a', { type: 'string', title: 'www.example.com' })).toEqual(['address']);
    expect(codes('a', { type: 'string', enum: ['x'], enumNames: ['X'] })).toEqual(['stray']);
    expect(adviseForm(wire({}, { title: 'T' })).map(({ code }) => code)).toEqual(['stray']);
  });

  it('points at keywords that say nothing, and at the older way to title options', () => {
    expect(adviseForm(wire({}, { additionalProperties: false, title: 'T' })).map(({ path }) => path)).toEqual([
      'additionalProperties',
      'title',
    ]);
    expect(advise('a', { type: 'string', enum: ['x'], enumNames: ['X'] })).toEqual(['properties.a.enumNames']);
    expect(
      adviseForm(wire({ a: { type: 'array', items: { type: 'string', enum: ['x'] } } }, { required: ['a'] })),
    ).toEqual([]);
  });

  it.each(['a', 'card ', 'access ', 'a:', '://', 'aA', '_', 'www.', 'número de '])(
    'takes time in proportion to a hostile text of %j',
    async (part) => {
      const grown = await growth(4_000, (size) => {
        const text = part.repeat(size / part.length);
        const form = wire({ a: { type: 'string', title: text, description: text } });
        return () => adviseForm(form, text);
      });
      expect(grown).toBeLessThan(LINEAR);
    },
  );
});
