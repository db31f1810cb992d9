const ALPHABET = /^[A-Za-z0-9_-]*$/;

const nodeBuffer = bufferOf();

/** A bundle may bring a `Buffer` that does not know base64url, or throws when it is looked at. */
function bufferOf(): typeof Buffer | undefined {
  try {
    const found = (globalThis as { Buffer?: typeof Buffer }).Buffer;
    return found?.isEncoding('base64url') === true ? found : undefined;
  } catch {
    return undefined;
  }
}

/** Bytes to unpadded base64url (RFC 4648, section 5). */
export function encodeBytes(bytes: Uint8Array): string {
  if (nodeBuffer !== undefined) {
    return nodeBuffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64url');
  }
  return encodePortably(bytes);
}

/** The same without `Buffer`, for runtimes that have none. */
export function encodePortably(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCodePoint(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Unpadded base64url to bytes, in its one canonical form only: the unused bits of the last character are zero, and nothing
 * stands before, between or behind. `undefined` for any other text.
 */
export function decodeBytes(text: string): Uint8Array | undefined {
  if (!ALPHABET.test(text) || text.length % 4 === 1) return undefined;
  const bytes = nodeBuffer === undefined ? decodePortably(text) : new Uint8Array(nodeBuffer.from(text, 'base64url'));
  return encodeBytes(bytes) === text ? bytes : undefined;
}

/** The same without `Buffer`; the caller has checked the alphabet. */
export function decodePortably(text: string): Uint8Array {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.codePointAt(0) ?? 0);
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** UTF-8 text to base64url. */
export function encodeText(text: string): string {
  return nodeBuffer === undefined ? encodePortably(encoder.encode(text)) : nodeBuffer.from(text).toString('base64url');
}

/** Base64url to UTF-8 text. For text whose signature is good. */
export function decodeText(text: string): string {
  return nodeBuffer === undefined
    ? decoder.decode(decodePortably(text))
    : nodeBuffer.from(text, 'base64url').toString('utf8');
}
