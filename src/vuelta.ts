import type { McpServer, Server, ServerContext } from '@modelcontextprotocol/server';
import { createRounds, type Rounds } from './ask/index.js';
import {
  attachGuard,
  capabilityView,
  Claims,
  fillingTeller,
  followRegistrations,
  Guard,
  nameOf,
  Policies,
  Pulse,
  safeSink,
  sealedStore,
  Spans,
  StepRecords,
  type EventSink,
  type Telemetry,
  type PolicyTable,
  type Unsolicited,
} from './guard/index.js';
import { DEFAULT_CLOCK_SKEW_SECONDS } from './state/limits.js';
import { assertOptions, type OptionTable } from './options.js';
import { principalOf } from './state/principal.js';
import { defaultPrimitives } from './state/primitives.js';
import { Sealer, type SealOptions } from './state/sealer.js';
import { withDeadline } from './store/deadline.js';
import { memoryStore, type Store } from './store/index.js';

/** Options of {@link createVuelta}. */
export interface VueltaOptions extends SealOptions {
  /** The most rounds of one call, the first request included. Default 8. */
  readonly maxRounds?: number | undefined;
  /** The server, the same text on all of its replicas; a state of another audience is refused. Default: the server's name. */
  readonly audience?: string | undefined;
  /** Who asks. Default: the verified issuer and subject, else the client id, else nobody. */
  readonly principal?: ((ctx: ServerContext) => string | undefined) | undefined;
  /** Where rounds are claimed and once steps are recorded. Default: {@link memoryStore}. */
  readonly store?: Store | undefined;
  /** How long a store operation may take, in milliseconds. Default 5000. */
  readonly storeTimeoutMs?: number | undefined;
  /**
   * How long a round stays claimed after its process has gone silent, in milliseconds; a live one renews. Default 15 000. A repeat
   * that arrives after a crash waits that long before the round runs again.
   */
  readonly leaseMs?: number | undefined;
  /** What happens to answers that nobody asked for; see {@link Policy}. Default `'ask'`. */
  readonly unsolicited?: Unsolicited | undefined;
  /** Each round runs once and repeats get its outcome; see {@link Policy}. Default: for tools without `readOnlyHint`. */
  readonly singleUse?: boolean | undefined;
  /**
   * OpenTelemetry: pass the API module, `import * as otel from '@opentelemetry/api'`. One span per round, one trace per flow. No span holds an
   * answer, a token, a key, a principal or a state.
   */
  readonly telemetry?: Telemetry | undefined;
  /** Is told what happens; it never sees an answer, a token, a key or a state. */
  readonly onEvent?: EventSink | undefined;
}

/** Options of {@link Vuelta.attach}. */
export interface AttachOptions extends PolicyTable {
  /**
   * The server's own check of the state that its plain handlers give (`requestState` in `inputRequired`), with the signature of the SDK's
   * `requestState.verify`: what it resolves to is what the handler reads, and what it throws refuses the request.
   */
  readonly verify?: ((state: string, ctx: ServerContext) => unknown) | undefined;
}

/** What {@link createVuelta} makes: share one among all server instances of a process. */
export interface Vuelta {
  /**
   * Puts the guard around every tool, prompt and resource of this server, whether it is registered already or comes later, and returns
   * what registers await-style handlers. A `requestState.verify` that the server was made with is taken over.
   *
   * @throws VueltaError `attach_twice`, `verify_conflict`, or `attach_too_late` with a version of the SDK that keeps what is installed already out
   * of reach; TypeError for anything but a server of `@modelcontextprotocol/server`.
   *
   * @example
   * ```ts
   * const server = new McpServer({ name: 'turmas', version: '1.0.0' });
   * const rounds = vuelta.attach(server);
   * ```
   */
  attach(server: McpServer, options?: AttachOptions): Rounds;
  /**
   * The same for a low-level `Server`, on which nothing is registered: it has no await-style handlers, and each of its tools is single-use
   * unless its policy says otherwise. For an `McpServer` give that, not the `server` in it.
   */
  attach(server: Server, options?: AttachOptions): void;
}

const DEFAULT_MAX_ROUNDS = 8;
const DEFAULT_LEASE_MS = 15_000;
const DEFAULT_STORE_TIMEOUT_MS = 5000;

/**
 * Makes the guard's shared half: keys, limits, store, events. Create it once per process and attach it to every server instance.
 *
 * Without `keys` it seals with a random key of this process and warns once on stderr.
 *
 * Rests on: basic/patterns/mrtr, server requirements.
 *
 * @throws TypeError or RangeError for malformed options.
 *
 * @example
 * ```ts
 * export const vuelta = createVuelta({ keys: process.env.VUELTA_KEYS });
 * ```
 */
export function createVuelta(options: VueltaOptions = {}): Vuelta {
  assertOptions('createVuelta', options, OPTIONS);
  const {
    maxRounds = DEFAULT_MAX_ROUNDS,
    audience,
    principal = principalOf,
    now = () => Date.now(),
    unsolicited,
    singleUse,
  } = options;
  if (!Number.isSafeInteger(maxRounds) || maxRounds < 1)
    throw new RangeError('maxRounds: expected a whole number, 1 or more');
  if (audience === '') throw new TypeError('audience: expected a name that is not empty');
  const primitives = defaultPrimitives();
  const sealer = new Sealer(options, primitives);
  const emit = safeSink(options.onEvent);
  const leaseMs = positive('leaseMs', options.leaseMs ?? DEFAULT_LEASE_MS);
  const storeTimeoutMs = positive('storeTimeoutMs', options.storeTimeoutMs ?? DEFAULT_STORE_TIMEOUT_MS);
  const store = storeOf(options, sealer, storeTimeoutMs);
  const ttlMs = sealer.ttlSeconds * 1000;
  const graceMs = (options.clockSkewSeconds ?? DEFAULT_CLOCK_SKEW_SECONDS) * 1000 + storeTimeoutMs;
  const pulse = new Pulse(leaseMs / 3);
  const tellFilling = fillingTeller(store, emit);
  const leases = { store, tellFilling, leaseMs, pulse, now };
  const claims = new Claims({ ...leases, primitives, emit, graceMs, runMs: ttlMs + graceMs });
  const records = new StepRecords({ ...leases, ttlMs, lifeMs: ttlMs * maxRounds });
  const spans = new Spans(options.telemetry);

  function attach(server: McpServer, options?: AttachOptions): Rounds;
  function attach(server: Server, options?: AttachOptions): void;
  function attach(given: McpServer | Server, options: AttachOptions = NO_OPTIONS): Rounds | undefined {
    const { server, mcp } = serverOf(given);
    if (options !== NO_OPTIONS) assertOptions('attach', options, ATTACH_OPTIONS);
    const policies = new Policies(options, { unsolicited, singleUse });
    const guardWith = (verifyOwn: AttachOptions['verify']) =>
      new Guard({
        sealer,
        primitives,
        policies,
        capabilities: capabilityView(() => server.getClientCapabilities()),
        audience: audience ?? nameOf(server),
        principal,
        maxRounds,
        emit,
        claims,
        spans,
        verifyOwn,
      });
    const guard = attachGuard(server, mcp, { emit, verify: options.verify, guardWith });
    if (mcp === undefined) return undefined;
    followRegistrations(mcp, policies);
    return createRounds({ server: mcp, guard, policies, primitives, emit, records });
  }
  return { attach };
}

const UNSOLICITED = ['ask', 'accept'] as const;

const OPTIONS: OptionTable = {
  keys: 'any',
  ttlSeconds: 'any',
  maxStateBytes: 'any',
  encrypt: 'boolean',
  clockSkewSeconds: 'any',
  now: 'function',
  maxRounds: 'any',
  audience: 'string',
  principal: 'function',
  store: 'object',
  storeTimeoutMs: 'any',
  leaseMs: 'any',
  unsolicited: UNSOLICITED,
  singleUse: 'boolean',
  telemetry: 'object',
  onEvent: 'function',
};

const NO_OPTIONS: AttachOptions = {};
const ATTACH_OPTIONS: OptionTable = { verify: 'function', tools: 'object', prompts: 'object', resources: 'object' };

/** The store of the process is never late and codes its own errors; a deadline for it would cost more than its work. */
function storeOf({ store, now }: VueltaOptions, sealer: Sealer, timeoutMs: number): Store {
  if (store === undefined) return defaultStore(now);
  if (typeof store.claim !== 'function') throw new TypeError('store: expected a store, such as memoryStore()');
  return withDeadline(store.inProcess === true ? store : sealedStore(store, sealer), timeoutMs);
}

let shared: Store | undefined;

/**
 * One memory for the process, also where `createVuelta` is called for every server: what makes a round single-use must not be gone with the
 * request. A clock of its own needs a store of its own.
 */
function defaultStore(now: (() => number) | undefined): Store {
  if (now !== undefined) return memoryStore({ now });
  shared ??= memoryStore();
  return shared;
}

/** What a timer can wait for; a longer time would be over at once. */
const MAX_MS = 2_147_483_647;

function positive(name: string, value: number): number {
  if (typeof value === 'number' && value > 0 && value <= MAX_MS) return value;
  throw new RangeError(`${name}: expected a number of milliseconds, above 0 and at most ${MAX_MS}`);
}

/** A server of SDK v1 has most of the same methods and would take a guard without being guarded. */
function serverOf(given: McpServer | Server | undefined): { server: Server; mcp: McpServer | undefined } {
  const mcp = typeof given === 'object' && given !== null && 'server' in given ? given : undefined;
  const server = mcp?.server ?? (given as Server | undefined);
  if (typeof server?.setRequestHandler !== 'function') throw new TypeError('server: expected an McpServer or a Server');
  if (typeof server.getNegotiatedProtocolVersion === 'function') return { server, mcp };
  throw new TypeError(
    'server: this McpServer is of @modelcontextprotocol/sdk (v1), and attach() needs one of @modelcontextprotocol/server (v2): with v1 no ' +
      "client can be asked in the middle of a call. Import McpServer from '@modelcontextprotocol/server'.",
  );
}
