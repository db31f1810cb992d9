import { decodeText, encodeText } from './base64url.js';
import type { Key, KeyRing } from './keys.js';
import { andThen, type Maybe } from './sync-or-async.js';
import type { Primitives } from './primitives.js';

/** Length of an HMAC-SHA-256 in base64url. */
const SIGNATURE_LENGTH = 43;

/** What a wire string turned out to be: the key that made it and its text, or what is wrong with it. */
export type Unwrapped = { readonly key: Key; readonly text: string } | 'malformed' | 'unknown_key' | 'signature';

/** A compact JWS with HS256 (RFC 7515, section 3.1). */
export function sign(text: string, key: Key, primitives: Primitives): Maybe<string> {
  const input = `${key.jwsHeader}.${encodeText(text)}`;
  return andThen(key.seal, (macKey) => andThen(primitives.mac(macKey, input), (signature) => `${input}.${signature}`));
}

/**
 * Opens a compact JWS. The signature is compared as text against the one encoding that {@link sign} writes: a changed unused
 * bit, a padding character or a trailing space is another text.
 */
export function verify(state: string, ring: KeyRing, primitives: Primitives): Maybe<Unwrapped> {
  const first = state.indexOf('.');
  const last = state.lastIndexOf('.');
  if (first < 1 || last === first || state.indexOf('.', first + 1) !== last) return 'malformed';
  const key = ring.ofSigned(state.slice(0, first));
  if (key === undefined) return 'unknown_key';
  const signature = state.slice(last + 1);
  if (signature.length !== SIGNATURE_LENGTH) return 'signature';
  return andThen(key.seal, (macKey) =>
    andThen(primitives.mac(macKey, state.slice(0, last)), (expected): Unwrapped => {
      if (!sameText(signature, expected)) return 'signature';
      return { key, text: decodeText(state.slice(first + 1, last)) };
    }),
  );
}

/** Equality that takes as long for any two texts of one length, so that a forger cannot search character by character. */
export function sameText(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i += 1) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}
