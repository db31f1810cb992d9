import { describe, expect, it } from 'vitest';
import { missingOf, modesOf, neededFor, supports, undeclared } from '../../src/protocol/capability.js';
import { ASK_KINDS, type AskKind, isAction, kindOfRequest, methodOf } from '../../src/protocol/kinds.js';

const params = {};
const tools = { tools: [] };

describe('a bare elicitation means forms', () => {
  it.each([
    [{}, true, false],
    [{ form: {} }, true, false],
    [{ url: {} }, false, true],
    [{ form: {}, url: {} }, true, true],
  ])('%j', (elicitation, forms, addresses) => {
    expect([supports({ elicitation }, 'form'), supports({ elicitation }, 'url')]).toEqual([forms, addresses]);
    expect(undeclared({ kind: 'form', params }, { elicitation })).toBe(forms ? undefined : 'elicitation.form');
    expect(undeclared({ kind: 'url', params }, { elicitation })).toBe(addresses ? undefined : 'elicitation.url');
    expect('form' in modesOf(elicitation)).toBe(forms);
    expect(missingOf({ elicitation: {} }, { elicitation })).toEqual(forms ? [] : ['elicitation.form']);
  });
});

describe('what is missing', () => {
  it.each<[AskKind, object, string]>([
    ['form', params, 'elicitation.form'],
    ['url', params, 'elicitation.url'],
    ['sampling', params, 'sampling'],
    ['sampling', tools, 'sampling'],
    ['roots', params, 'roots'],
  ])('a client that declared nothing lacks for %s %j: %s', (kind, wanted, missing) => {
    const ask = { kind, params: { ...wanted } };
    expect(undeclared(ask, {})).toBe(missing);
    expect(undeclared(ask, undefined)).toBe(missing);
    expect(undeclared(ask, neededFor([ask]))).toBeUndefined();
    expect(missingOf(neededFor([ask]), neededFor([ask]))).toEqual([]);
  });

  it('sampling with tools needs more than sampling', () => {
    expect(undeclared({ kind: 'sampling', params: tools }, { sampling: {} })).toBe('sampling.tools');
    expect(undeclared({ kind: 'sampling', params: { toolChoice: {} } }, { sampling: {} })).toBe('sampling.tools');
    expect(
      neededFor([
        { kind: 'sampling', params: tools },
        { kind: 'sampling', params },
      ]),
    ).toEqual({ sampling: { tools: {} } });
    expect(missingOf({ sampling: { tools: {} } }, { sampling: {} })).toEqual(['sampling.tools']);
    expect(missingOf({ sampling: {} }, { sampling: { tools: {} } })).toEqual([]);
  });

  it('is said in words, and names of a server are no names of an object', () => {
    const required = {
      elicitation: { form: {}, url: {} },
      sampling: {},
      roots: {},
      constructor: { toString: {} },
    } as object;
    expect(missingOf(required)).toEqual([
      'elicitation.form',
      'elicitation.url',
      'sampling',
      'roots',
      'constructor.toString',
    ]);
    expect(missingOf(required, { elicitation: {}, roots: {} })).toEqual([
      'elicitation.url',
      'sampling',
      'constructor.toString',
    ]);
    expect(missingOf(undefined, { roots: {} })).toEqual([]);
  });

  it.each([[{ elicitation: null }], [{ elicitation: 'form' }]])('a server that writes %j means forms', (required) => {
    expect(missingOf(required as object)).toEqual(['elicitation.form']);
  });
});

describe('kinds', () => {
  it.each(ASK_KINDS)('%s has a method, which leads back to it', (kind) => {
    expect(kindOfRequest(methodOf(kind), kind === 'url' ? { mode: 'url' } : {})).toBe(kind);
  });

  it.each([
    ['elicitation/create', { mode: 'voice' }],
    ['tools/call', {}],
    [undefined, {}],
  ])('%s with %j is none', (method, given) => {
    expect(kindOfRequest(method, given)).toBeUndefined();
  });

  it('there are three actions', () => {
    expect(['accept', 'decline', 'cancel', 'ACCEPT', '', 'constructor', undefined, true].filter(isAction)).toEqual([
      'accept',
      'decline',
      'cancel',
    ]);
  });
});
