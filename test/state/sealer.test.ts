import { describe, expect, it } from 'vitest';
import { VueltaError } from '../../src/errors.js';
import { Bound, Tags } from '../../src/state/bind.js';
import { defaultPrimitives } from '../../src/state/primitives.js';
import { principalOf } from '../../src/state/principal.js';
import { StateRejection } from '../../src/state/index.js';
import { BODY, PLACE, sealing } from './sealing.js';

describe('F35 a state belongs to one place', () => {
  const { seal, open } = sealing();

  it.each([
    [{ audience: 'other' }, 'place'],
    [{ method: 'prompts/get' }, 'place'],
    [{ target: 'hold' }, 'place'],
    [{ target: 'book ' }, 'place'],
    [{ use: 'codec' as const }, 'place'],
    [{ args: { seat: '1A' } }, 'arguments'],
    [{ args: undefined }, 'arguments'],
    [{ args: { seat: '1A', row: [1, { b: 2, a: '1' }] } }, 'arguments'],
    [{ args: { seat: '1A', row: [1, { b: 2, a: new Set() }] } }, 'arguments'],
    [{ principal: undefined }, 'principal'],
    [{ principal: '' }, 'principal'],
    [{ principal: 'Ana' }, 'principal'],
  ])('F35 %j: %s', async (place, reason) => {
    const state = await seal();
    expect((await open(state)).ok).toBe(true);
    expect(await open(state, place)).toEqual({ ok: false, reason });
  });

  it('F36 arguments in another order, and none at all', async () => {
    const reordered = { row: [1, { a: 1, b: 2 }], seat: '1A' };
    expect((await open(await seal(), { args: reordered })).ok).toBe(true);
    expect((await open(await seal(BODY, { args: undefined }), { args: {} })).ok).toBe(true);
  });

  it.each([[null], [7], [{ sub: 'ana' }], [Promise.resolve('ana')]])(
    'a principal has to be a text: %s',
    (principal) => {
      const binding = { ...PLACE, principal: principal as unknown as string };
      expect(() => new Bound(binding, new Tags(defaultPrimitives()))).toThrow(TypeError);
    },
  );
});

describe('what a state costs', () => {
  const counting = () => {
    const primitives = defaultPrimitives();
    const count = { macs: 0 };
    const mac: typeof primitives.mac = (key, text) => {
      count.macs += 1;
      return primitives.mac(key, text);
    };
    return { count, primitives: { ...primitives, mac } };
  };

  it('two MACs each way, its arguments and its signature: the place and who asks have theirs already', async () => {
    const { count, primitives } = counting();
    const { seal, open } = sealing({}, primitives);
    await seal();
    count.macs = 0;
    const state = await seal();
    expect(count.macs).toBe(2);
    expect((await open(state)).ok).toBe(true);
    expect(count.macs).toBe(4);
    expect(await open(state, { target: 'other' })).toEqual({ ok: false, reason: 'place' });
    expect(await open(state, { principal: 'bob' })).toEqual({ ok: false, reason: 'principal' });
  });

  it('remembers so many places and no more, and none of a long name', async () => {
    const { count, primitives } = counting();
    const { seal } = sealing({}, primitives);
    const cost = async (target: string) => {
      count.macs = 0;
      await seal(BODY, { target });
      return count.macs;
    };
    expect([await cost('first'), await cost('first')]).toEqual([4, 2]);
    for (let i = 0; i < 1100; i += 1) await seal(BODY, { target: `file:///${i}` });
    expect(await cost('first')).toBe(3);
    const long = 'x'.repeat(1000);
    expect([await cost(long), await cost(long)]).toEqual([3, 3]);
  });
});

describe('the size of a state', () => {
  it('is capped on the way out, to the character', async () => {
    const { length } = await sealing().seal();
    expect(await sealing({ maxStateBytes: length }).seal()).toHaveLength(length);
    const error: unknown = await sealing({ maxStateBytes: length - 1 })
      .seal()
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(VueltaError);
    expect(error).toMatchObject({
      code: 'state_too_large',
      message: expect.stringContaining(String(length - 1)) as string,
    });
  });

  it('is capped on the way in, to the character', async () => {
    const state = await sealing().seal();
    expect((await sealing({ maxStateBytes: state.length }).open(state)).ok).toBe(true);
    const reason = { ok: false, reason: 'oversized' };
    expect(await sealing({ maxStateBytes: state.length - 1 }).open(state)).toEqual(reason);
  });

  it('is capped for an encrypted one', async () => {
    await expect(sealing({ encrypt: true, maxStateBytes: 100 }).seal()).rejects.toMatchObject({
      code: 'state_too_large',
    });
  });
});

describe('the life of a state', () => {
  it('an expired one still says what it held: only the clock is against it', async () => {
    let time = 1_800_000_000_000;
    const { seal, open } = sealing({ now: () => time });
    const state = await seal();
    expect(await open(state)).toEqual({ ok: true, body: BODY, exp: 1_800_000_600 });
    time += 599_999;
    expect((await open(state)).ok).toBe(true);
    time += 1;
    expect(await open(state)).toEqual({ ok: false, reason: 'expired', body: BODY });
    expect(await open(state, { target: 'hold' })).toEqual({ ok: false, reason: 'place' });
  });

  it('parts of a second are allowed for clocks too', async () => {
    let time = 1_800_000_000_000;
    const { seal, open } = sealing({ now: () => time, clockSkewSeconds: 0.5 });
    const state = await seal();
    time -= 500;
    expect((await open(state)).ok).toBe(true);
    time -= 1;
    expect(await open(state)).toEqual({ ok: false, reason: 'future' });
  });
});

describe('principalOf', () => {
  const of = (clientId: string, extra?: Record<string, unknown>) =>
    principalOf({ http: { authInfo: extra === undefined ? { clientId } : { clientId, extra } } });

  it('is nobody without authorization', () => {
    expect(principalOf({})).toBeUndefined();
    expect(principalOf({ http: undefined })).toBeUndefined();
    expect(principalOf({ http: {} })).toBeUndefined();
  });

  it('is the subject of the issuer, else the client', () => {
    const all = [
      of('app'),
      of('app2'),
      of('app', { sub: 'ana' }),
      of('app', { sub: 'bia' }),
      of('app', { iss: 'i', sub: 'ana' }),
      of('app', { iss: 'j', sub: 'ana' }),
      of('subject', { iss: '', sub: 7 }),
    ];
    expect(new Set(all).size).toBe(all.length);
    expect(of('app', { iss: 'i', sub: 'ana' })).toBe(of('other', { iss: 'i', sub: 'ana' }));
    expect(of('app', { iss: 7, sub: 'ana' })).toBe(of('app', { sub: 'ana' }));
  });
});

describe('StateRejection', () => {
  it('has one message for every reason', () => {
    const [one, two] = [new StateRejection('expired'), new StateRejection('principal')];
    expect(one).toBeInstanceOf(VueltaError);
    expect(one.message).toBe(two.message);
    expect(one).toMatchObject({ name: 'StateRejection', code: 'state_rejected', next: 'restart', reason: 'expired' });
  });
});
