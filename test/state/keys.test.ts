import { afterEach, describe, expect, it, vi } from 'vitest';
import { createVuelta } from '../../src/index.js';
import { createStateCodec } from '../../src/state/index.js';
import { ephemeralKeys, KeyRing, type KeySource } from '../../src/state/keys.js';
import { defaultPrimitives, webPrimitives } from '../../src/state/primitives.js';
import { BODY, KEY, sealing, secret } from './sealing.js';

const text = (byte: number) => Buffer.from(secret(byte)).toString('base64url');
const kidOf = (state: string) =>
  (JSON.parse(Buffer.from(state.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid;

describe.each([false, true])('rotation (encrypt: %s)', (encrypt) => {
  const old = { kid: 'old', secret: secret(1) };
  const fresh = { kid: 'fresh', secret: secret(2) };

  it('the first key seals, every key opens, a retired key does not', async () => {
    const before = sealing({ keys: [old], encrypt });
    const during = sealing({ keys: [fresh, old], encrypt });
    const after = sealing({ keys: [fresh], encrypt });
    const [oldState, freshState] = [await before.seal(), await during.seal()];
    expect([kidOf(oldState), kidOf(freshState)]).toEqual(['old', 'fresh']);
    expect(await during.open(oldState)).toMatchObject({ ok: true, body: BODY });
    expect(await during.open(freshState)).toMatchObject({ ok: true });
    expect(await after.open(freshState)).toMatchObject({ ok: true });
    expect(await after.open(oldState)).toEqual({ ok: false, reason: 'unknown_key' });
    expect(await before.open(freshState)).toEqual({ ok: false, reason: 'unknown_key' });
  });

  it('an old state is as tightly bound as a fresh one', async () => {
    const during = sealing({ keys: [fresh, old], encrypt });
    const state = await sealing({ keys: [old], encrypt }).seal();
    expect(await during.open(state, { target: 'hold' })).toEqual({ ok: false, reason: 'place' });
    expect(await during.open(state, { args: {} })).toEqual({ ok: false, reason: 'arguments' });
    expect(await during.open(state, { principal: 'bia' })).toEqual({ ok: false, reason: 'principal' });
  });
});

describe('the snapshot', () => {
  it('is taken at construction: a secret that is wiped or changed afterwards does not matter', async () => {
    const bytes = secret(5);
    const list = [{ kid: 'k1', secret: bytes }];
    const { seal, open } = sealing({ keys: list });
    const state = await seal();
    bytes.fill(0);
    list[0] = { kid: 'k2', secret: secret(6) };
    expect((await open(state)).ok).toBe(true);
    expect(kidOf(await seal())).toBe('k1');
    expect((await sealing({ keys: [{ kid: 'k1', secret: secret(5) }] }).open(await seal())).ok).toBe(true);
    expect((await sealing({ keys: [{ kid: 'k1', secret: secret(0) }] }).open(state)).ok).toBe(false);
  });

  it('is taken before WebCrypto has read it', async () => {
    const bytes = secret(1);
    const { seal } = sealing({ keys: [{ kid: 'k1', secret: bytes }] }, webPrimitives());
    bytes.fill(0);
    expect((await sealing().open(await seal())).ok).toBe(true);
  });

  it('is of the bytes that are shown, not of the buffer under them', async () => {
    const buffer = new Uint8Array(96).fill(9);
    buffer.set(secret(1), 32);
    const { seal } = sealing({ keys: [{ kid: 'k1', secret: buffer.subarray(32, 64) }] });
    expect((await sealing().open(await seal())).ok).toBe(true);
  });
});

describe('keys as text', () => {
  it('kid:base64url, several with commas, space around them', async () => {
    const { seal, open } = sealing({ keys: ` new:${text(3)} , k1:${text(1)}\n` });
    expect(kidOf(await seal())).toBe('new');
    expect((await open(await sealing().seal())).ok).toBe(true);
  });
});

describe('malformed keys', () => {
  const SECRET = 'S3cr3tS3cr3tS3cr3tS3cr3tS3cr3t12';
  const LONG = Buffer.from(`${SECRET}${SECRET}`).toString('base64url');
  const make = (keys: unknown) => () => new KeyRing(keys as KeySource, defaultPrimitives());

  it.each<[string, unknown]>([
    ['an empty text', ''],
    ['no colon', LONG],
    ['no kid', `:${LONG}`],
    ['no secret', 'k1:'],
    ['padding', `k1:${LONG}==`],
    ['base64 of the other kind', `k1:${LONG}+/`],
    ['a space inside', `k1:${LONG.slice(0, 20)} ${LONG.slice(20)}`],
    ['an unused bit that is set', `k1:${LONG.slice(0, -1)}B`],
    ['a second colon', `k1:${LONG}:x`],
    ['an entry after the last comma', `k1:${LONG},`],
    ['kid and secret swapped', `${SECRET}:k1`],
    ['kid and secret swapped, long', `${LONG}:k1`],
    ['kid and secret swapped, of a length', `${SECRET}:${LONG.slice(0, 20)}`],
    ['a kid with other characters', `k.1:${LONG}`],
    ['a kid that is too long', `${'k'.repeat(33)}:${LONG}`],
    ['the same kid twice', `${SECRET}:${LONG},${SECRET}:${LONG}`],
    ['a secret that is too short', `k1:${Buffer.from(SECRET.slice(1)).toString('base64url')}`],
    ['an empty list', []],
    ['null', null],
    ['a number', 7],
    ['an object', { kid: 'k1', secret: SECRET }],
    ['a list with nothing in it', [undefined]],
    ['a list with null in it', [null]],
    ['a secret as text', [{ kid: 'k1', secret: SECRET }]],
    ['a secret as a list', [{ kid: 'k1', secret: [...Buffer.from(SECRET)] }]],
    ['a short secret', [{ kid: 'k1', secret: Buffer.from(SECRET.slice(1)) }]],
    ['a short secret under a kid that is one', [{ kid: SECRET, secret: new Uint8Array(31) }]],
    ['no kid in the list', [{ secret: Buffer.from(SECRET) }]],
    ['a kid that is no text', [{ kid: 7, secret: Buffer.from(SECRET) }]],
  ])('%s is refused, and the message holds no secret', (_name, keys) => {
    let error: unknown;
    try {
      make(keys)();
    } catch (thrown) {
      error = thrown;
    }
    expect(error instanceof TypeError || error instanceof RangeError).toBe(true);
    const { message } = error as Error;
    expect(message).toMatch(/^keys: /);
    expect(message).not.toContain('S3cr3t');
    expect(message).not.toContain(LONG.slice(0, 12));
  });

  it('the message says which entry it is', () => {
    const good = `k1:${text(1)}`;
    expect(make(`${good},k2:`)).toThrow('entry 2');
    expect(make(`${good},k2`)).toThrow('entry 2');
    expect(make(`${good},${good}`)).toThrow('entry 2 is there twice');
    expect(make([{ ...KEY, kid: '' }])).toThrow('entry 1');
  });

  it('createVuelta and createStateCodec refuse them as well; an empty variable is not no keys', () => {
    for (const keys of ['', 'k1:short', null as unknown as string]) {
      expect(() => createVuelta({ keys })).toThrow(/^keys: /);
      expect(() => createStateCodec({ keys, audience: 'a' })).toThrow(/^keys: /);
    }
  });
});

describe('no keys', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.resetModules();
  });

  it('one random key for the process, and one warning that says what breaks and what to set', async () => {
    vi.resetModules();
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { createStateCodec: create } = await import('../../src/state/index.js');
    const ctx = { mcpReq: { method: 'tools/call' } };
    const [one, two] = [create<number>({ audience: 'a' }), create<number>({ audience: 'a', keys: undefined })];
    expect(await two.open(await one.seal(7, ctx), ctx)).toBe(7);
    expect(warn).toHaveBeenCalledTimes(1);
    const warning = String(warn.mock.calls[0]?.[0]);
    for (const part of ['ephemeral_keys', 'restart', 'second replica', 'VUELTA_KEYS', 'keys'])
      expect(warning).toContain(part);
  });

  it('another key in every process', async () => {
    const here = ephemeralKeys()[0]?.secret;
    expect(here).toHaveLength(32);
    expect(ephemeralKeys()[0]?.secret).toBe(here);
    vi.resetModules();
    const elsewhere = await import('../../src/state/keys.js');
    expect(elsewhere.ephemeralKeys()[0]?.secret).not.toEqual(here);
  });
});
