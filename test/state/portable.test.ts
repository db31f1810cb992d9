import * as crypto from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  decodeBytes,
  decodePortably,
  decodeText,
  encodeBytes,
  encodePortably,
  encodeText,
} from '../../src/state/base64url.js';
import { defaultPrimitives, nodePrimitives, webPrimitives } from '../../src/state/primitives.js';
import { BODY, sealing } from './sealing.js';

const SAMPLES = Array.from({ length: 70 }, (_, length) =>
  Uint8Array.from({ length }, (_, i) => (i * 89 + length * 31) % 256),
);
const TEXTS = ['', 'a', 'ab', 'abc', 'ü😀', '\u0000\uFFFF', '{"a":"ß"}', 'x'.repeat(1000)];

describe('base64url', () => {
  it('the portable functions give what node gives, byte for byte', () => {
    for (const bytes of SAMPLES) {
      const text = Buffer.from(bytes).toString('base64url');
      expect(encodeBytes(bytes)).toBe(text);
      expect(encodePortably(bytes)).toBe(text);
      expect(decodePortably(text)).toEqual(bytes);
      expect(decodeBytes(text)).toEqual(bytes);
    }
  });

  it('of a part of a larger buffer', () => {
    const large = Uint8Array.from({ length: 64 }, (_, i) => i);
    expect(encodeBytes(large.subarray(10, 20))).toBe(encodePortably(large.slice(10, 20)));
  });

  it('texts come back', () => {
    for (const text of TEXTS) {
      expect(encodeText(text)).toBe(Buffer.from(text).toString('base64url'));
      expect(decodeText(encodeText(text))).toBe(text);
    }
  });

  it.each(['A', 'AAAAA', 'AB', 'AAB', 'AA=', 'AA==', 'A+A=', 'AA/A', ' AAA', 'AAA ', 'AA\nA', 'AÄ', '💥', 'AA.A'])(
    'F31 %j is not the canonical form of anything',
    (text) => {
      expect(decodeBytes(text)).toBeUndefined();
    },
  );

  it('every pair of last characters: exactly one of them is canonical for its bytes', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const canonical = Array.from(alphabet).filter((last) => decodeBytes(`A${last}`) !== undefined);
    expect(canonical.join('')).toBe('AQgw');
  });
});

describe('primitives', () => {
  const node = nodePrimitives(crypto);
  const web = webPrimitives();

  it('WebCrypto gives what node:crypto gives', async () => {
    for (const secret of SAMPLES.slice(32)) {
      const [one, two] = [await node.derive(secret, 'label'), await web.derive(secret, 'label')];
      expect(one).toEqual(two);
      expect(one).toHaveLength(32);
      for (const text of TEXTS) {
        expect(await web.mac(await web.importMac(two), text)).toBe(await node.mac(await node.importMac(one), text));
      }
    }
    for (const text of TEXTS) expect(await web.hash(text)).toBe(await node.hash(text));
  });

  it('gives what createHmac and createHash give, for a text of any length and any characters', async () => {
    const { hash: _, ...before } = crypto;
    const old = nodePrimitives(before as typeof crypto);
    const bytes = Uint8Array.from({ length: 32 }, (_value, i) => i * 7);
    const [one, two] = [await node.importMac(bytes), await old.importMac(bytes)];
    const texts = [...TEXTS, '\ud800', '\udc00\ud800', ...['x', 'é', '€', '😀'].map((letter) => letter.repeat(3000))];
    for (let length = 5400; length < 5500; length += 1) texts.push('x'.repeat(length), '€'.repeat(length));
    for (const text of texts) {
      expect(node.mac(one, text)).toBe(await old.mac(two, text));
      expect(node.hash(text)).toBe(await old.hash(text));
    }
    // What a long text leaves behind is in no later one.
    expect(node.mac(one, 'short')).toBe(await old.mac(two, 'short'));
    expect(() => node.importMac(new Uint8Array(65))).toThrow(RangeError);
  });

  it('a hash in one go that does not do as Node does is not used', async () => {
    for (const hash of [() => 'x', () => new Uint8Array(32), (...args: [never]) => crypto.createHash(...args)]) {
      const other = nodePrimitives({ ...crypto, hash: hash as never });
      const key = await other.importMac(new Uint8Array(32));
      expect(other.hash('x')).toBe(node.hash('x'));
      expect(other.mac(key, 'x')).toBe(node.mac(await node.importMac(new Uint8Array(32)), 'x'));
    }
  });

  it.each([false, true])(
    'states of both open at the other, and are equal where nothing is random (encrypt: %s)',
    async (encrypt) => {
      const now = () => 1_800_000_000_000;
      const [one, two] = [sealing({ encrypt, now }, node), sealing({ encrypt, now }, web)];
      const [fromNode, fromWeb] = [await one.seal(), await two.seal()];
      if (!encrypt) expect(fromWeb).toBe(fromNode);
      expect(await two.open(fromNode)).toMatchObject({ ok: true, body: BODY });
      expect(await one.open(fromWeb)).toMatchObject({ ok: true, body: BODY });
      for (const place of [{ target: 'x' }, { args: 1 }, { principal: undefined }, { args: new Set() }]) {
        expect((await two.open(fromNode, place)).ok).toBe(false);
      }
      expect((await two.open(`${fromNode.slice(0, -2)}AA`)).ok).toBe(false);
    },
  );
});

describe('a runtime without node', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it('is served by WebCrypto', async () => {
    for (const process of [undefined, {}, { getBuiltinModule: () => undefined }]) {
      vi.stubGlobal('process', process);
      const primitives = defaultPrimitives();
      vi.unstubAllGlobals();
      expect(primitives.hash('x')).toBeInstanceOf(Promise);
    }
    expect(defaultPrimitives().hash('x')).toBeTypeOf('string');
  });

  it('seals and opens without Buffer', async () => {
    vi.resetModules();
    vi.stubGlobal('Buffer', undefined);
    const portable = await import('../../src/state/base64url.js');
    vi.unstubAllGlobals();
    for (const bytes of SAMPLES) {
      const text = encodeBytes(bytes);
      expect(portable.encodeBytes(bytes)).toBe(text);
      expect(portable.decodeBytes(text)).toEqual(bytes);
    }
    for (const text of TEXTS) expect(portable.decodeText(portable.encodeText(text))).toBe(text);
    expect(portable.decodeBytes('AB')).toBeUndefined();
  });
});
