import { VueltaError } from '../errors.js';
import { Bound, Tags, type Binding, type BindingTags } from './bind.js';
import { decrypt, encrypt } from './jwe.js';
import { sameText, sign, verify, type Unwrapped } from './jws.js';
import { ephemeralKeys, KeyRing, type KeySource } from './keys.js';
import { DEFAULT_CLOCK_SKEW_SECONDS, DEFAULT_MAX_STATE_BYTES, DEFAULT_TTL_SECONDS } from './limits.js';
import { andThen, type Maybe } from './sync-or-async.js';
import { warnOnce } from '../warning.js';
import { defaultPrimitives, type Primitives } from './primitives.js';
import type { RejectionReason } from './rejection.js';

/** How states are sealed. */
export interface SealOptions {
  /** The key ring. Without it, a random key of this process. */
  readonly keys?: KeySource | undefined;
  /** Life of a state, in whole seconds. Default 600. */
  readonly ttlSeconds?: number | undefined;
  /** The largest state that is sealed or opened, in characters. Default 32768. */
  readonly maxStateBytes?: number | undefined;
  /** Encrypt the state, so that the client cannot read it. Default false: signed, readable. */
  readonly encrypt?: boolean | undefined;
  /** How far in the future a state may have been made, in seconds. Default 5. */
  readonly clockSkewSeconds?: number | undefined;
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** An opened state, or why it was refused. An `expired` one is authentic and belongs to this request; it is only too old. */
export type Opened<T> =
  | { readonly ok: true; readonly body: T; readonly exp: number }
  | { readonly ok: false; readonly reason: Exclude<RejectionReason, 'expired' | 'replayed'> }
  | { readonly ok: false; readonly reason: 'expired'; readonly body: T };

interface Payload<T> extends Record<keyof BindingTags, unknown> {
  readonly v: number;
  readonly iat: number;
  readonly exp: number;
  readonly body: T;
}

const EPHEMERAL_KEYS = {
  code: 'ephemeral_keys',
  what: 'No keys were given, so states are sealed with a random key of this process.',
  why: 'After a restart, or on a second replica, every answer that is on its way is refused with -32602.',
  todo: 'Set `keys` to "kid:base64url" with 32 random bytes, for example from the environment variable VUELTA_KEYS.',
} as const;

/** Version of the payload. Another one is refused, never guessed at. */
const VERSION = 1;

/** Seals bodies into states and opens states into bodies. */
export class Sealer {
  readonly ttlSeconds: number;
  readonly maxStateBytes: number;
  readonly #ring: () => KeyRing;
  readonly #primitives: Primitives;
  readonly #tags: Tags;
  readonly #encrypt: boolean;
  readonly #skewSeconds: number;
  readonly #now: () => number;

  constructor(options: SealOptions = {}, primitives: Primitives = defaultPrimitives()) {
    this.ttlSeconds = positiveInteger('ttlSeconds', options.ttlSeconds ?? DEFAULT_TTL_SECONDS);
    this.maxStateBytes = positiveInteger('maxStateBytes', options.maxStateBytes ?? DEFAULT_MAX_STATE_BYTES);
    this.#skewSeconds = options.clockSkewSeconds ?? DEFAULT_CLOCK_SKEW_SECONDS;
    if (!Number.isFinite(this.#skewSeconds) || this.#skewSeconds < 0) {
      throw new RangeError('clockSkewSeconds: expected a number of seconds, 0 or more');
    }
    this.#primitives = primitives;
    this.#tags = new Tags(primitives);
    if (options.keys === undefined) warnOnce(EPHEMERAL_KEYS);
    let ring = options.keys === undefined ? undefined : new KeyRing(options.keys, primitives);
    this.#ring = () => (ring ??= new KeyRing(ephemeralKeys(), primitives));
    this.#encrypt = options.encrypt ?? false;
    this.#now = options.now ?? (() => Date.now());
  }

  /** Prepares a request for {@link seal} and {@link open}. */
  bind(binding: Binding): Bound {
    return new Bound(binding, this.#tags);
  }

  /** @throws VueltaError `state_too_large`, with the sizes. */
  seal(body: unknown, bound: Bound): Maybe<string> {
    const key = this.#ring().sealing;
    const iat = Math.floor(this.#now() / 1000);
    return andThen(bound.tags(key), (tags) => {
      const text = JSON.stringify({ v: VERSION, iat, exp: iat + this.ttlSeconds, ...tags, body });
      const sealed = this.#encrypt ? encrypt(text, key) : sign(text, key, this.#primitives);
      return andThen(sealed, (state) => this.#checkSize(state));
    });
  }

  /** Seals a text for the store. It opens under the name of its record only; how large it is and how long it lives are the store's matter. */
  sealRecord(name: string, text: string): Maybe<string> {
    const key = this.#ring().sealing;
    const payload = JSON.stringify({ v: VERSION, place: name, text });
    return this.#encrypt ? encrypt(payload, key) : sign(payload, key, this.#primitives);
  }

  /** The text of a record that was sealed under this name, or `undefined`. */
  openRecord(name: string, sealed: string): Maybe<string | undefined> {
    return andThen(this.#unwrap(sealed), (outcome) => {
      if (typeof outcome === 'string') return undefined;
      const record = parse(outcome.text) as { v?: unknown; place?: unknown; text?: unknown } | undefined;
      const ours = record?.v === VERSION && record.place === name && typeof record.text === 'string';
      return ours ? (record.text as string) : undefined;
    });
  }

  /** Never throws for a bad state, however it was made. */
  open<T>(state: string, bound: Bound): Maybe<Opened<T>> {
    if (state.length > this.maxStateBytes) return { ok: false, reason: 'oversized' };
    return andThen(this.#unwrap(state), (outcome) => this.#judge<T>(outcome, bound));
  }

  /** A JWE always has two neighbouring dots (its empty encrypted key), a JWS of ours never has. */
  #unwrap(sealed: string): Maybe<Unwrapped> {
    return sealed.includes('..') ? decrypt(sealed, this.#ring()) : verify(sealed, this.#ring(), this.#primitives);
  }

  #judge<T>(outcome: Unwrapped, bound: Bound): Maybe<Opened<T>> {
    if (typeof outcome === 'string') return { ok: false, reason: outcome };
    const payload = parse<T>(outcome.text);
    if (payload === undefined) return { ok: false, reason: 'malformed' };
    if (payload.v !== VERSION) return { ok: false, reason: 'version' };
    let tags: Maybe<BindingTags>;
    try {
      tags = bound.tags(outcome.key);
    } catch {
      return { ok: false, reason: 'arguments' };
    }
    return andThen(tags, (expected) => {
      const reason = mismatch(payload, expected);
      return reason === undefined ? this.#checkTime(payload) : { ok: false, reason };
    });
  }

  #checkTime<T>(payload: Payload<T>): Opened<T> {
    const now = this.#now() / 1000;
    if (!(payload.iat <= now + this.#skewSeconds)) return { ok: false, reason: 'future' };
    if (!(payload.exp > now)) return { ok: false, reason: 'expired', body: payload.body };
    return { ok: true, body: payload.body, exp: payload.exp };
  }

  #checkSize(state: string): string {
    if (state.length <= this.maxStateBytes) return state;
    throw new VueltaError(
      'state_too_large',
      `The state has ${state.length} bytes and maxStateBytes is ${this.maxStateBytes}. It carries the earlier answers and memos of ` +
        'the flow: ask for less, keep large values on the server, or raise maxStateBytes.',
    );
  }
}

/** Whoever holds the key can sign anything; what they signed need not be a payload. */
function parse<T>(text: string): Payload<T> | undefined {
  try {
    const payload = JSON.parse(text) as Payload<T> | null;
    return payload !== null && typeof payload === 'object' ? payload : undefined;
  } catch {
    return undefined;
  }
}

function mismatch(
  sealed: Record<keyof BindingTags, unknown>,
  expected: BindingTags,
): 'place' | 'arguments' | 'principal' | undefined {
  if (!sameText(String(sealed.at), expected.at)) return 'place';
  if (!sameText(String(sealed.args), expected.args)) return 'arguments';
  if (!sameText(String(sealed.who), expected.who)) return 'principal';
  return undefined;
}

function positiveInteger(name: string, value: number): number {
  if (!Number.isSafeInteger(value) || value < 1) throw new RangeError(`${name}: expected a whole number, 1 or more`);
  return value;
}
