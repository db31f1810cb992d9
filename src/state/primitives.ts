import { builtinModule } from '../runtime.js';
import { encodeBytes } from './base64url.js';
import { blockKey, hmac, type BlockKey, type OneShotHash } from './hmac.js';
import type { Maybe } from './sync-or-async.js';

/** A key prepared for HMAC by the primitives that made it. */
export type MacKey = object;

/** The operations that a state needs. `node:crypto` answers at once; WebCrypto answers later. */
export interface Primitives {
  /** HKDF-SHA-256 (RFC 5869) to 32 bytes, with an empty salt. */
  derive(secret: Uint8Array, info: string): Maybe<Uint8Array>;
  importMac(bytes: Uint8Array): Maybe<MacKey>;
  /** HMAC-SHA-256 of a text, as base64url. */
  mac(key: MacKey, text: string): Maybe<string>;
  /** SHA-256 of a text, as base64url. */
  hash(text: string): Maybe<string>;
}

type NodeCrypto = typeof import('node:crypto') & { readonly hash?: OneShotHash };

/** Primitives over `node:crypto`: one or two µs an HMAC, where WebCrypto's hop to its thread pool costs ten times that. */
export function nodePrimitives(crypto: NodeCrypto): Primitives {
  const { hash } = crypto;
  const streamed: Primitives = {
    derive: (secret, info) => new Uint8Array(crypto.hkdfSync('sha256', secret, '', info, 32)),
    importMac: (bytes) => crypto.createSecretKey(bytes),
    mac: (key, text) =>
      crypto
        .createHmac('sha256', key as import('node:crypto').KeyObject)
        .update(text)
        .digest('base64url'),
    hash: (text) => crypto.createHash('sha256').update(text).digest('base64url'),
  };
  // Node 20.12 has a hash in one go.
  if (hash === undefined) return streamed;
  const quick: Primitives = {
    ...streamed,
    importMac: blockKey,
    mac: (key, text) => hmac(hash, key as BlockKey, text),
    hash: (text) => hash('sha256', text, 'base64url'),
  };
  return agree(quick, streamed) ? quick : streamed;
}

/** Other runtimes have a `node:crypto` of their own making: what does not do as Node does is not used. */
function agree(one: Primitives, other: Primitives): boolean {
  const bytes = new Uint8Array(32).fill(1);
  const macOf = (primitives: Primitives) => primitives.mac(primitives.importMac(bytes), 'é');
  try {
    return macOf(one) === macOf(other) && one.hash('é') === other.hash('é');
  } catch {
    return false;
  }
}

const encoder = new TextEncoder();

/** Primitives over WebCrypto, for runtimes without `node:crypto`. */
export function webPrimitives(): Primitives {
  const { subtle } = globalThis.crypto;
  return {
    async derive(secret, info) {
      const key = await subtle.importKey('raw', Uint8Array.from(secret), 'HKDF', false, ['deriveBits']);
      const parameters = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encoder.encode(info) };
      return new Uint8Array(await subtle.deriveBits(parameters, key, 256));
    },
    importMac: (bytes) =>
      subtle.importKey('raw', Uint8Array.from(bytes), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
    async mac(key, text) {
      return encodeBytes(
        new Uint8Array(
          await subtle.sign('HMAC', key as Awaited<ReturnType<typeof subtle.importKey>>, encoder.encode(text)),
        ),
      );
    },
    hash: async (text) => encodeBytes(new Uint8Array(await subtle.digest('SHA-256', encoder.encode(text)))),
  };
}

/** What this runtime has. */
export function defaultPrimitives(): Primitives {
  const crypto = builtinModule('node:crypto') as NodeCrypto | undefined;
  return (crypto === undefined ? undefined : working(crypto)) ?? webPrimitives();
}

/** A bundle may bring a `node:crypto` whose functions are missing, or throw when they are called. */
function working(crypto: NodeCrypto): Primitives | undefined {
  try {
    const primitives = nodePrimitives(crypto);
    const key = primitives.importMac(primitives.derive(new Uint8Array(32), '') as Uint8Array);
    return [primitives.mac(key, ''), primitives.hash('')].every((text) => typeof text === 'string')
      ? primitives
      : undefined;
  } catch {
    return undefined;
  }
}
