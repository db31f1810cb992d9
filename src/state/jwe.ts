import { decodeBytes } from './base64url.js';
import type { Unwrapped } from './jws.js';
import type { Key, KeyRing } from './keys.js';

/** Loaded at the first encrypted state: importing jose costs more than a hundred signed rounds. */
let jose: Promise<typeof import('jose')> | undefined;
const loadJose = (): Promise<typeof import('jose')> => (jose ??= import('jose'));

/** A compact JWE, `dir` with `A256GCM` (RFC 7516, section 3.1). */
export async function encrypt(text: string, key: Key): Promise<string> {
  const { CompactEncrypt, base64url } = await loadJose();
  const header = JSON.parse(new TextDecoder().decode(base64url.decode(key.jweHeader)));
  return new CompactEncrypt(new TextEncoder().encode(text)).setProtectedHeader(header).encrypt(await key.encrypt);
}

/** Opens a compact JWE of exactly our header, with no encrypted key and every part in its canonical encoding. */
export async function decrypt(state: string, ring: KeyRing): Promise<Unwrapped> {
  const [header = '', wrappedKey, ...rest] = state.split('.');
  if (rest.length !== 3 || wrappedKey !== '') return 'malformed';
  const key = ring.ofEncrypted(header);
  if (key === undefined) return 'unknown_key';
  if (rest.some((part) => decodeBytes(part) === undefined)) return 'malformed';
  const { compactDecrypt } = await loadJose();
  try {
    const { plaintext } = await compactDecrypt(state, await key.encrypt);
    return { key, text: new TextDecoder().decode(plaintext) };
  } catch {
    return 'signature';
  }
}
