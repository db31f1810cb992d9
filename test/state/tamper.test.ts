import { CompactEncrypt } from 'jose';
import { describe, expect, it } from 'vitest';
import { webPrimitives } from '../../src/state/primitives.js';
import { BASE64URL, BODY, KEY, sealing, secret } from './sealing.js';
import { CONSTANT, growth } from '../growth.js';

const KINDS = [
  ['signed', false],
  ['encrypted', true],
] as const;

/** Characters next to this one in the alphabet and far from it: same high bits, same low bits, other class, dot. */
function others(character: string): string[] {
  const value = BASE64URL.indexOf(character);
  if (value === -1) return ['A', '-', '', '..', ' '];
  const near = [1, 2, 3, 4, 8, 16, 32].map((bit) => BASE64URL[value ^ bit] ?? '');
  return [...near, 'A', 'a', '0', '-', '_', '=', '.', ' ', '+', '/'].filter((other) => other !== character);
}

describe.each(KINDS)('a %s state', (_name, encrypt) => {
  const { seal, open } = sealing({ encrypt });

  it('opens as it was sealed', async () => {
    expect(await open(await seal())).toMatchObject({ ok: true, body: BODY });
  });

  it('F31 F32 any one character changed to any other kind of character does not open', async () => {
    const state = await seal();
    expect((await open(state)).ok).toBe(true);
    let tried = 0;
    for (let at = 0; at < state.length; at += 1) {
      for (const other of others(state.charAt(at))) {
        const opened = await open(state.slice(0, at) + other + state.slice(at + 1));
        if (opened.ok) expect.fail(`opened with character ${at} changed to ${JSON.stringify(other)}`);
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(state.length * 5);
  });

  it('F31 the last character of every segment changed to each of the 63 others', async () => {
    const state = await seal();
    const ends = Array.from(state)
      .flatMap((character, at) => (character === '.' ? [at - 1] : []))
      .concat(state.length - 1);
    for (const at of ends) {
      for (const other of `${BASE64URL}=`.replace(state.charAt(at), '')) {
        const opened = await open(state.slice(0, at) + other + state.slice(at + 1));
        expect(opened.ok, `character ${at} as ${other}`).toBe(false);
      }
    }
  });

  it.each(['=', '==', ' ', '\n', '\r\n', '\t', '\0', '.', 'A', '%3D', '\uFEFF'])(
    'F31 %j before or behind',
    async (extra) => {
      const state = await seal();
      expect((await open(state + extra)).ok).toBe(false);
      expect((await open(extra + state)).ok).toBe(false);
      const segments = state.split('.');
      for (const at of segments.keys()) {
        const changed = segments.map((segment, i) => (i === at ? segment + extra : segment)).join('.');
        expect((await open(changed)).ok, `behind segment ${at}`).toBe(false);
      }
    },
  );

  it('F32 segments cut, left out, doubled, swapped', async () => {
    const state = await seal();
    const segments = state.split('.');
    for (const at of segments.keys()) {
      const segment = segments[at] ?? '';
      for (const other of ['', segment.slice(1), segment.slice(0, -1), segment.slice(0, 1), segment + segment]) {
        if (other === segment) continue;
        const changed = segments.with(at, other).join('.');
        expect((await open(changed)).ok, `segment ${at} as ${other.slice(0, 9)}`).toBe(false);
      }
      expect((await open(segments.toSpliced(at, 1).join('.'))).ok).toBe(false);
      for (const to of segments.keys()) {
        if (segments[to] === segment) continue;
        const swapped = segments.with(at, segments[to] ?? '').with(to, segment);
        expect((await open(swapped.join('.'))).ok).toBe(false);
      }
    }
  });

  it('F32 parts of two good states put together', async () => {
    const one = (await seal({ ...BODY, round: 1 })).split('.');
    const two = (await seal({ ...BODY, round: 2 })).split('.');
    for (let mask = 1; mask < 2 ** one.length - 1; mask += 1) {
      const mixed = one.map((segment, at) => ((mask >> at) & 1 ? (two[at] ?? '') : segment)).join('.');
      if (mixed === one.join('.') || mixed === two.join('.')) continue;
      expect((await open(mixed)).ok, `mix ${mask}`).toBe(false);
    }
  });

  it('F32 a megabyte is refused, in the time that many of them take', async () => {
    const state = await seal();
    const texts: ((size: number) => string)[] = [
      (size) => 'A'.repeat(size),
      (size) => '.'.repeat(size),
      (size) => `${state}${'A'.repeat(size)}`,
    ];
    for (const textOf of texts) {
      expect(await open(textOf(2 ** 20))).toEqual({ ok: false, reason: 'oversized' });
      const grown = await growth(2 ** 20, (size) => {
        const text = textOf(size);
        return () => open(text);
      });
      expect(grown).toBeLessThan(CONSTANT);
    }
  });

  it('F32 texts that are no state', async () => {
    for (const text of [
      '',
      '.',
      '..',
      '...',
      '....',
      '.....',
      'a',
      'a.b',
      'a.b.c',
      'a.b.c.d.e',
      '{}',
      'null',
      '💥.💥.💥',
      '..a.b.c',
      'v1.a.b',
    ]) {
      const opened = await open(text);
      expect(opened.ok, text).toBe(false);
      expect(['malformed', 'unknown_key', 'signature']).toContain(opened.ok ? '' : opened.reason);
    }
  });
});

describe('F32 the header', () => {
  const { seal, open } = sealing();
  const encode = (header: unknown) =>
    Buffer.from(typeof header === 'string' ? header : JSON.stringify(header)).toString('base64url');

  it('is the bytes we write, and no others, whatever they mean', async () => {
    const [ours = '', payload = '', signature = ''] = (await seal()).split('.');
    const header = { alg: 'HS256', kid: 'k1', typ: 'vuelta+jws' };
    expect(encode(header)).toBe(ours);
    for (const other of [
      { ...header, alg: 'none' },
      { ...header, alg: 'HS512' },
      { ...header, alg: 'hs256' },
      { ...header, typ: 'JWT' },
      { ...header, kid: 'k2' },
      { ...header, kid: ['k1'] },
      { ...header, crit: ['exp'] },
      { ...header, b64: false },
      { ...header, jwk: { kty: 'oct', k: 'AA' } },
      { typ: 'vuelta+jws', kid: 'k1', alg: 'HS256' },
      { alg: 'HS256', typ: 'vuelta+jws' },
      {},
      `${JSON.stringify(header)} `,
      JSON.stringify(header, null, 1),
      '{"alg":"none","alg":"HS256","kid":"k1","typ":"vuelta+jws"}',
      'null',
      '',
    ]) {
      const opened = await open(`${encode(other)}.${payload}.${signature}`);
      expect(opened.ok).toBe(false);
    }
  });

  it('of an encrypted state does not open a signed one, nor the other way round', async () => {
    const encrypted = sealing({ encrypt: true });
    const signed = (await seal()).split('.');
    const secretly = (await encrypted.seal()).split('.');
    const crossed = [secretly[0], ...signed.slice(1)].join('.');
    expect((await open(crossed)).ok).toBe(false);
    expect((await open([signed[0], ...secretly.slice(1)].join('.'))).ok).toBe(false);
  });

  it('F71: of an encrypted state is refused over a signed body, also when a key of the ring signs both together', async () => {
    const keys = [KEY, { kid: 'k2', secret: secret(2) }];
    const ring = [sealing({ keys }), sealing({ keys, encrypt: true })];
    const [, payload = ''] = (await seal()).split('.');
    const primitives = webPrimitives();
    let refused = 0;
    for (const { secret: made } of keys) {
      const mac = await primitives.importMac(await primitives.derive(made, 'vuelta/1/seal'));
      for (const { kid } of keys) {
        const input = `${encode({ alg: 'dir', enc: 'A256GCM', kid, typ: 'vuelta+jwe' })}.${payload}`;
        for (const { open: openIt } of ring) {
          const opened = await openIt(`${input}.${await primitives.mac(mac, input)}`);
          expect(opened).toEqual({ ok: false, reason: 'unknown_key' });
          refused += 1;
        }
      }
    }
    expect(refused).toBe(8);
  });

  it('F71: of a signed state is refused over an encrypted body, also when a key of the ring encrypts both together', async () => {
    const keys = [KEY, { kid: 'k2', secret: secret(2) }];
    const key = new Uint8Array(await webPrimitives().derive(KEY.secret, 'vuelta/1/encrypt'));
    const text = new TextEncoder().encode(JSON.stringify({ v: 1, body: BODY }));
    for (const { kid } of keys) {
      const header = { alg: 'dir', enc: 'A256GCM', kid, typ: 'vuelta+jws' };
      const forged = await new CompactEncrypt(text).setProtectedHeader(header).encrypt(key);
      expect(await sealing({ keys }).open(forged)).toEqual({ ok: false, reason: 'unknown_key' });
      const relabelled = forged.replace(/^[^.]*/, encode({ alg: 'HS256', kid, typ: 'vuelta+jws' }));
      expect(await sealing({ keys, encrypt: true }).open(relabelled)).toEqual({ ok: false, reason: 'unknown_key' });
    }
  });

  it('a server that encrypts still opens what it signed before, and the other way round', async () => {
    const encrypted = sealing({ encrypt: true });
    expect((await encrypted.open(await seal())).ok).toBe(true);
    expect((await open(await encrypted.seal())).ok).toBe(true);
  });

  it('an encrypted state shows nothing of its body', async () => {
    const state = await sealing({ encrypt: true }).seal({ answer: 'CANARY' });
    const parts = state.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'));
    expect(parts.join()).not.toContain('CANARY');
    expect(await sealing({ encrypt: true }).seal()).not.toBe(await sealing({ encrypt: true }).seal());
  });
});

describe('F32 the shape', () => {
  it('is looked at before the signature', async () => {
    const [signed, encrypted] = [sealing(), sealing({ encrypt: true })];
    const [one, two] = [await signed.seal(), await encrypted.seal()];
    expect(await signed.open(`${one}.x`)).toEqual({ ok: false, reason: 'malformed' });
    expect(await signed.open(`${two}.AA`)).toEqual({ ok: false, reason: 'malformed' });
    expect(await signed.open(two.replace(/\.[^.]*$/, ''))).toEqual({ ok: false, reason: 'malformed' });
    const jwsHeader = one.slice(0, one.indexOf('.'));
    const relabelled = two.replace(/^[^.]*/, jwsHeader);
    expect(await signed.open(relabelled)).toEqual({ ok: false, reason: 'unknown_key' });
  });
});

describe('keys of other people', () => {
  it.each(KINDS)('a %s state under another secret, the same kid', async (_name, encrypt) => {
    const state = await sealing({ encrypt, keys: [{ ...KEY, secret: secret(2) }] }).seal();
    expect(await sealing({ encrypt }).open(state)).toEqual({ ok: false, reason: 'signature' });
  });

  it('a signature that is right for another purpose of the same secret', async () => {
    const { seal, open } = sealing();
    const [header = '', payload = ''] = (await seal()).split('.');
    const primitives = webPrimitives();
    for (const purpose of ['vuelta/1/tag', 'vuelta/1/encrypt', '', 'vuelta/1']) {
      const key = await primitives.importMac(await primitives.derive(KEY.secret, purpose));
      const signature = await primitives.mac(key, `${header}.${payload}`);
      expect(await open(`${header}.${payload}.${signature}`)).toEqual({ ok: false, reason: 'signature' });
    }
  });
});
