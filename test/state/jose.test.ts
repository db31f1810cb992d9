import { CompactEncrypt, compactDecrypt, CompactSign, compactVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { PURPOSES } from '../../src/state/keys.js';
import { nodePrimitives } from '../../src/state/primitives.js';
import * as crypto from 'node:crypto';
import { BODY, KEY, PLACE, sealing } from './sealing.js';

const subKey = (purpose: string): Uint8Array => new Uint8Array(crypto.hkdfSync('sha256', KEY.secret, '', purpose, 32));
const JWS = { alg: 'HS256', kid: 'k1', typ: 'vuelta+jws' };
const JWE = { alg: 'dir', enc: 'A256GCM', kid: 'k1', typ: 'vuelta+jwe' };

/** The payload of a state, as it stands in a signed one. */
async function payload(edit: (claims: Record<string, unknown>) => unknown = (claims) => claims): Promise<Uint8Array> {
  const [, middle = ''] = (await sealing().seal()).split('.');
  const claims = JSON.parse(Buffer.from(middle, 'base64url').toString()) as Record<string, unknown>;
  return new TextEncoder().encode(JSON.stringify(edit(claims)));
}

describe('jose', () => {
  it('verifies every state that we sign, with the sub-key for sealing', async () => {
    const { seal } = sealing();
    for (const body of [BODY, null, '', 0, [], { deep: [{ a: 'ü'.repeat(500) }] }, 'x'.repeat(5000)]) {
      const verified = await compactVerify(await seal(body), subKey(PURPOSES.seal), { algorithms: ['HS256'] });
      expect(verified.protectedHeader).toEqual(JWS);
      expect(JSON.parse(new TextDecoder().decode(verified.payload))).toMatchObject({ v: 1, body });
    }
  });

  it('signs states that we open', async () => {
    const { open } = sealing();
    const signed = await new CompactSign(await payload()).setProtectedHeader(JWS).sign(subKey(PURPOSES.seal));
    expect(await open(signed)).toMatchObject({ ok: true, body: BODY });
    const reordered = { kid: 'k1', alg: 'HS256', typ: 'vuelta+jws' };
    const other = await new CompactSign(await payload()).setProtectedHeader(reordered).sign(subKey(PURPOSES.seal));
    expect(await open(other)).toEqual({ ok: false, reason: 'unknown_key' });
  });

  it('decrypts every state that we encrypt, and encrypts states that we open', async () => {
    const { seal, open } = sealing({ encrypt: true });
    const decrypted = await compactDecrypt(await seal(), subKey(PURPOSES.encrypt));
    expect(decrypted.protectedHeader).toEqual(JWE);
    expect(JSON.parse(new TextDecoder().decode(decrypted.plaintext))).toMatchObject({ v: 1, body: BODY });
    const encrypted = await new CompactEncrypt(await payload())
      .setProtectedHeader(JWE)
      .encrypt(subKey(PURPOSES.encrypt));
    expect(await open(encrypted)).toMatchObject({ ok: true, body: BODY });
  });

  it('encrypts with other algorithms, which we do not open', async () => {
    const { open } = sealing({ encrypt: true });
    const wrapped = await new CompactEncrypt(await payload())
      .setProtectedHeader({ ...JWE, alg: 'A256GCMKW' })
      .encrypt(subKey(PURPOSES.encrypt));
    expect((await open(wrapped)).ok).toBe(false);
    const weaker = await new CompactEncrypt(await payload())
      .setProtectedHeader({ ...JWE, enc: 'A128GCM' })
      .encrypt(subKey(PURPOSES.encrypt).slice(0, 16));
    expect(await open(weaker)).toEqual({ ok: false, reason: 'unknown_key' });
  });
});

describe('a holder of the key can sign anything; we still judge what it says', () => {
  const sign = async (text: Uint8Array) => new CompactSign(text).setProtectedHeader(JWS).sign(subKey(PURPOSES.seal));
  const { open } = sealing();

  it.each([['not json'], [''], ['null'], ['7'], ['"text"'], ['\uFFFD'], ['{"v":1']])('malformed: %j', async (text) => {
    expect(await open(await sign(new TextEncoder().encode(text)))).toEqual({ ok: false, reason: 'malformed' });
  });

  it.each([[0], [2], ['1'], [null], [undefined]])('version %j', async (v) => {
    const state = await sign(await payload((claims) => ({ ...claims, v })));
    expect(await open(state)).toEqual({ ok: false, reason: 'version' });
    expect(await open(await sign(new TextEncoder().encode('[]')))).toEqual({ ok: false, reason: 'version' });
  });

  it.each([
    ['at', 'place'],
    ['args', 'arguments'],
    ['who', 'principal'],
  ])('tag %s missing, empty, longer, of another type: %s', async (tag, reason) => {
    for (const value of [undefined, '', null, 7, [], {}, 'x'.repeat(22)]) {
      const state = await sign(await payload((claims) => ({ ...claims, [tag]: value })));
      expect(await open(state)).toEqual({ ok: false, reason });
    }
    const longer = await sign(await payload((claims) => ({ ...claims, [tag]: `${String(claims[tag])}A` })));
    expect(await open(longer)).toEqual({ ok: false, reason });
  });

  it.each([
    [{ exp: undefined }, 'expired'],
    [{ exp: null }, 'expired'],
    [{ exp: 'never' }, 'expired'],
    [{ exp: 0 }, 'expired'],
    [{ iat: undefined }, 'future'],
    [{ iat: 'x' }, 'future'],
    [{ iat: 9e12 }, 'future'],
  ])('times %j', async (times, reason) => {
    const state = await sign(await payload((claims) => ({ ...claims, ...times })));
    expect(await open(state)).toMatchObject({ ok: false, reason });
  });
});

describe('the tags', () => {
  it('are keyed: nothing about the arguments can be guessed from them without the secret', async () => {
    const claims = JSON.parse(new TextDecoder().decode(await payload())) as Record<string, string>;
    const hash = nodePrimitives(crypto).hash('["args",{"row":[1,{"a":1,"b":2}],"seat":"1A"}]') as string;
    expect(claims['args']).toHaveLength(22);
    expect(hash.startsWith(claims['args'] ?? '')).toBe(false);
    const key = crypto.createSecretKey(subKey(PURPOSES.tag));
    const tag = crypto
      .createHmac('sha256', key)
      .update('["args",{"row":[1,{"a":1,"b":2}],"seat":"1A"}]')
      .digest('base64url');
    expect(tag.slice(0, 22)).toBe(claims['args']);
    expect(JSON.stringify(claims)).not.toMatch(/ana|turmas|1A/);
  });

  it('differ between keys of the ring', async () => {
    const other = sealing({ keys: [{ ...KEY, kid: 'k9', secret: new Uint8Array(32).fill(9) }] });
    const tagsOf = (state: string) =>
      JSON.parse(Buffer.from(state.split('.')[1] ?? '', 'base64url').toString()) as Record<string, string>;
    const [one, two] = [tagsOf(await sealing().seal()), tagsOf(await other.seal())];
    for (const tag of ['at', 'args', 'who']) expect(one[tag]).not.toBe(two[tag]);
  });

  it('keep parts apart that read alike when they are put together', async () => {
    const { seal, open } = sealing();
    const state = await seal(BODY, { target: 'a","b', principal: undefined });
    for (const place of [
      { target: 'a', args: 'b' },
      { audience: 'turmas","tools/call', method: 'a' },
      { method: 'tools/call","a', target: 'b' },
      { target: 'a","b', principal: '' },
      { target: 'a","b', use: 'codec' as const },
    ]) {
      expect((await open(state, { principal: undefined, ...place })).ok).toBe(false);
    }
    expect((await open(state, { target: 'a","b', principal: undefined })).ok).toBe(true);
    expect(PLACE.target).toBe('book');
  });
});
