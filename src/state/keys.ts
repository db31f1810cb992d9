import { decodeBytes, encodeText } from './base64url.js';
import { andThen, type Maybe } from './sync-or-async.js';
import type { MacKey, Primitives } from './primitives.js';

/** One secret of the ring. */
export interface KeyInput {
  /** Its name, 1 to 32 of `A-Z a-z 0-9 _ -`; it travels in the clear in every state. */
  readonly kid: string;
  /** At least 32 bytes from a random source. */
  readonly secret: Uint8Array;
}

/**
 * The key ring: the first key seals, every key opens. As text, for an environment variable: `kid:base64url,kid2:base64url`.
 * Rotation is a new key in front; retire the old one when the last state under it has expired.
 */
export type KeySource = string | readonly KeyInput[];

/** A key of the ring, with one sub-key a purpose, so that no two purposes ever share a key. */
export interface Key {
  readonly kid: string;
  /** The protected header of a signed state under this key: the only bytes that are accepted for it. */
  readonly jwsHeader: string;
  readonly jweHeader: string;
  readonly seal: Maybe<MacKey>;
  readonly tag: Maybe<MacKey>;
  readonly encrypt: Maybe<Uint8Array>;
}

/** Labels of the sub-keys; changing one makes every state in flight unreadable. */
export const PURPOSES = { seal: 'vuelta/1/seal', encrypt: 'vuelta/1/encrypt', tag: 'vuelta/1/tag' } as const;

/** The least length of a secret, in bytes. */
export const MIN_SECRET_BYTES = 32;

const MAKE_ONE = `make one with: node -e "console.log('k1:' + require('crypto').randomBytes(32).toString('base64url'))"`;

const KID = /^[A-Za-z0-9_-]{1,32}$/;

/** An immutable key ring; the secrets are read once, at construction. */
export class KeyRing {
  readonly sealing: Key;
  readonly #signing = new Map<string, Key>();
  readonly #encrypting = new Map<string, Key>();

  /** @throws TypeError or RangeError when a key is malformed, too short, or named twice. The message never holds a secret. */
  constructor(source: KeySource, primitives: Primitives) {
    const inputs = typeof source === 'string' ? parseKeys(source) : source;
    if (!Array.isArray(inputs) || inputs.length === 0) {
      throw new TypeError('keys: expected at least one key, as "kid:base64url" or as a list of { kid, secret }');
    }
    const kids = new Set<string>();
    const keys = (inputs as readonly KeyInput[]).map((input, index) => {
      assertKey(input, index);
      if (kids.has(input.kid)) throw new TypeError(`keys: the kid of entry ${index + 1} is there twice`);
      kids.add(input.kid);
      return deriveKey(input, primitives);
    });
    for (const key of keys) {
      this.#signing.set(key.jwsHeader, key);
      this.#encrypting.set(key.jweHeader, key);
    }
    this.sealing = keys[0] as Key;
  }

  /** The key whose signed states have this header, byte for byte. No other header opens, so there is no algorithm to confuse. */
  ofSigned(header: string): Key | undefined {
    return this.#signing.get(header);
  }

  /** The same for encrypted states: a header of one kind never opens a body of the other. */
  ofEncrypted(header: string): Key | undefined {
    return this.#encrypting.get(header);
  }
}

function parseKeys(text: string): KeyInput[] {
  if (text.trim() === '')
    throw new TypeError(`keys: the text is empty (is the environment variable set?); ${MAKE_ONE}`);
  return text.split(',').map((entry, index) => {
    const colon = entry.indexOf(':');
    const encoded = entry.slice(colon + 1).trim();
    const secret = colon < 1 ? undefined : decodeBytes(encoded);
    if (secret !== undefined) return { kid: entry.slice(0, colon).trim(), secret };
    const why = /[+/=]/u.test(encoded)
      ? 'has "+", "/" or "=", so it is base64 and not base64url'
      : 'is not "kid:base64url"';
    throw new TypeError(`keys: entry ${index + 1} ${entry.trim() === '' ? 'is empty' : why}; ${MAKE_ONE}`);
  });
}

/** Names entries by number: where kid and secret have been swapped, the kid is the secret. */
function assertKey(input: KeyInput, index: number): void {
  const entry = `entry ${index + 1}`;
  if (typeof input?.kid !== 'string' || !KID.test(input.kid)) {
    throw new TypeError(`keys: the kid of ${entry} is not 1 to 32 of A-Z a-z 0-9 _ -`);
  }
  if (!(input.secret instanceof Uint8Array)) throw new TypeError(`keys: the secret of ${entry} is not a Uint8Array`);
  if (input.secret.byteLength < MIN_SECRET_BYTES) {
    throw new RangeError(
      `keys: the secret of ${entry} has ${input.secret.byteLength} bytes, at least ${MIN_SECRET_BYTES} are needed`,
    );
  }
}

function deriveKey({ kid, secret }: KeyInput, primitives: Primitives): Key {
  const snapshot = Uint8Array.from(secret);
  const derive = (info: string): Maybe<Uint8Array> => primitives.derive(snapshot, info);
  const macKey = (info: string): Maybe<MacKey> => andThen(derive(info), (bytes) => primitives.importMac(bytes));
  const seal = once(() => macKey(PURPOSES.seal));
  const tag = once(() => macKey(PURPOSES.tag));
  const encrypt = once(() => derive(PURPOSES.encrypt));
  return {
    kid,
    jwsHeader: encodeText(JSON.stringify({ alg: 'HS256', kid, typ: 'vuelta+jws' })),
    jweHeader: encodeText(JSON.stringify({ alg: 'dir', enc: 'A256GCM', kid, typ: 'vuelta+jwe' })),
    get seal() {
      return seal();
    },
    get tag() {
      return tag();
    },
    get encrypt() {
      return encrypt();
    },
  };
}

/**
 * Made when a request first needs it, since a Worker may do nothing of the kind while its modules load. Only what is there is kept: what one
 * request is still waiting for must not be what another waits for.
 */
function once<T>(make: () => Maybe<T>): () => Maybe<T> {
  let made: T | undefined;
  return () => made ?? andThen(make(), (value) => (made = value));
}

let ephemeral: readonly KeyInput[] | undefined;

/** One key for this process only, made when it is first asked for: fit for one server that never restarts, and for tests. */
export function ephemeralKeys(): readonly KeyInput[] {
  ephemeral ??= [{ kid: 'ephemeral', secret: globalThis.crypto.getRandomValues(new Uint8Array(32)) }];
  return ephemeral;
}
