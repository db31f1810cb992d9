/** The engine's hash in one go: text or bytes in, bytes or base64url out. */
export interface OneShotHash {
  (algorithm: string, data: string | Uint8Array, encoding: 'base64url'): string;
  (algorithm: string, data: Uint8Array, encoding: 'buffer'): Uint8Array;
}

/** A key in the two blocks of RFC 2104, each with room behind it for what is hashed after it. */
export interface BlockKey {
  readonly inner: Buffer;
  readonly outer: Buffer;
}

const BLOCK = 64;
const DIGEST = 32;
const ROOM = 16_384;

/** UTF-8 takes at most this many bytes a UTF-16 code unit. */
const WIDEST = 3;

/** @throws RangeError for a key that is longer than a block. */
export function blockKey(secret: Uint8Array): BlockKey {
  if (secret.byteLength > BLOCK) throw new RangeError('blockKey: the key is longer than a block');
  const inner = Buffer.alloc(BLOCK + ROOM);
  const outer = Buffer.alloc(BLOCK + DIGEST);
  for (let i = 0; i < BLOCK; i += 1) {
    const byte = secret[i] ?? 0;
    inner[i] = byte ^ 0x36;
    outer[i] = byte ^ 0x5c;
  }
  return { inner, outer };
}

/**
 * HMAC-SHA-256 (RFC 2104) of a text, as base64url. `createHmac` gives the same and makes a stream and a native object for each text, which a
 * request pays for four times.
 */
export function hmac(hash: OneShotHash, { inner, outer }: BlockKey, text: string): string {
  outer.set(hash('sha256', message(inner, text), 'buffer'), BLOCK);
  return hash('sha256', outer, 'base64url');
}

function message(inner: Buffer, text: string): Uint8Array {
  if (text.length * WIDEST > ROOM) return Buffer.concat([inner.subarray(0, BLOCK), Buffer.from(text)]);
  return inner.subarray(0, BLOCK + inner.write(text, BLOCK));
}
