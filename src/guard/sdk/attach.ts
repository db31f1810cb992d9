import { isInputRequiredResult, type McpServer, type Server, type Transport } from '@modelcontextprotocol/server';
import { VueltaError, type VueltaErrorCode } from '../../errors.js';
import { warnOnce } from '../../warning.js';
import { assertCarried } from '../json-result.js';
import type { EventSink } from '../events/events.js';
import type { Guard } from '../guard.js';
import type { GuardedRequest } from '../flow.js';
import { refuseFault } from '../refusal.js';
import { VERBS, type Verb } from '../policy.js';
import {
  aroundSeam,
  dropHook,
  hasSeam,
  hookOf,
  keepsAll,
  nameOtherCopies,
  type Handler,
  type Hook,
} from './handlers.js';

type SetRequestHandler = (method: string, schemasOrHandler: unknown, handler?: Handler) => void;

/** Marks a server that has a guard, also for another copy of this package in the same process. */
const ATTACHED = Symbol.for('vuelta.attached');

export interface AttachParts {
  readonly emit: EventSink;
  /** The hook given to `attach()`. */
  readonly verify: Hook | undefined;
  /** Makes the guard, with the hook that reads a state of the server's own. */
  readonly guardWith: (verify: Hook | undefined) => Guard;
}

/**
 * Puts the guard around every handler of the three methods that may ask, whenever and however it is set: where the SDK runs them. Where
 * a version of the SDK has no such place, the guard goes around those that are set from here on, if none is there already. `mcp` is the
 * `McpServer` around the server, if there is one. A refused attach changes nothing.
 */
export function attachGuard(server: Server, mcp: McpServer | undefined, parts: AttachParts): Guard {
  const { emit, verify, guardWith } = parts;
  const seam = hasSeam(server);
  assertFree(server);
  assertReachable(server, seam && (mcp === undefined || keepsAll(mcp)));
  const guard = guardWith(ownHook(server, verify));
  Object.defineProperty(server, ATTACHED, { value: true });
  if (mcp !== undefined) nameOtherCopies(mcp);
  dropHook(server);
  if (seam) guardSeam(server, guard);
  const wrap = (method: string, handler: Handler, bareParams: boolean): Handler =>
    seam && isVerb(method) ? handler : around(method, handler, guard, emit, bareParams);
  const original = server.setRequestHandler.bind(server) as unknown as SetRequestHandler;
  const guarded: SetRequestHandler = (method, schemasOrHandler, handler) => {
    if (typeof schemasOrHandler === 'function') {
      original(method, wrap(method, schemasOrHandler as Handler, false));
    } else if (handler === undefined) {
      original(method, schemasOrHandler);
    } else {
      original(method, schemasOrHandler, wrap(method, handler, true));
    }
  };
  server.setRequestHandler = guarded;
  guardFallback(server, guard, emit);
  return guard;
}

function guardSeam(server: Server, guard: Guard): void {
  aroundSeam(server, (seam) => (method, handler, request, ctx) => {
    if (!isVerb(method)) return seam(method, handler, request, ctx);
    const guarded: Handler = (asked, inner) => guard.handle(method, asked as GuardedRequest, inner, handler);
    return seam(method, guarded, request, ctx);
  });
}

/**
 * What serves the methods that nobody handles may serve the three verbs as well, so it is guarded like any other handler. It is a
 * plain field that may be set at any time, so it is looked at before each message: the SDK calls an `onmessage` that a transport
 * already has first. An accessor in its place would turn every server into a slow object, and servers are made for each request.
 */
function guardFallback(server: Server, guard: Guard, emit: EventSink): void {
  let guarded: Server['fallbackRequestHandler'];
  const look = (): void => {
    const handler = server.fallbackRequestHandler;
    if (handler === undefined || handler === guarded) return;
    guarded = async (request, ctx) => around(request.method, handler as Handler, guard, emit, false)(request, ctx);
    server.fallbackRequestHandler = guarded;
  };
  const watch = (transport: Transport): void => {
    const next = transport.onmessage;
    Object.assign(transport, {
      onmessage: ((message, extra) => {
        look();
        next?.(message, extra);
      }) satisfies Transport['onmessage'],
    });
  };
  const connect = server.connect.bind(server);
  server.connect = async (transport) => {
    look();
    watch(transport);
    return connect(transport);
  };
  if (server.transport !== undefined) watch(server.transport);
}

function around(method: string, handler: Handler, guard: Guard, emit: EventSink, bareParams: boolean): Handler {
  if (!isVerb(method)) return refuseAsks(method, handler, emit);
  if (!bareParams) return (request, ctx) => guard.handle(method, request as GuardedRequest, ctx, handler);
  return (params, ctx) =>
    guard.handle(method, { params: params as GuardedRequest['params'] }, ctx, (_request, inner) =>
      handler(params, inner),
    );
}

function isVerb(method: string): method is Verb {
  return (VERBS as readonly string[]).includes(method);
}

/** Only three methods may ask. An ask from a list handler would go out as a broken list. */
function refuseAsks(method: string, handler: Handler, emit: EventSink): Handler {
  return async (request, ctx) => {
    const result = await handler(request, ctx);
    if (!isInputRequiredResult(result)) {
      assertCarried(emit, { method, target: '' }, result);
      return result;
    }
    const why = `The handler of ${method} returned input_required; only ${VERBS.join(', ')} may ask.`;
    throw refuseFault(emit, { method, target: '' }, new VueltaError('ask_outside_verbs', why));
  };
}

function assertFree(server: Server): void {
  if (!Object.hasOwn(server, ATTACHED)) return;
  throw loud(
    'attach_twice',
    'attach() was called twice for this server. One guard is enough: keep what the first call returned.',
  );
}

/** A handler that is there already must be where the guard can reach it. */
function assertReachable(server: Server, reachable: boolean): void {
  if (reachable) return;
  const installed = VERBS.filter((method) => {
    try {
      server.assertCanSetRequestHandler(method);
      return false;
    } catch {
      return true;
    }
  });
  if (installed.length === 0) return;
  throw loud(
    'attach_too_late',
    `Something handles ${installed.join(', ')} already, and this version of the SDK keeps it where no guard can reach it. Call ` +
      'attach() right after new McpServer(…), before the first tool, prompt or resource, and leave `tools`, `prompts` and `resources` out ' +
      'of its capabilities: registering declares them. Or use a version of @modelcontextprotocol/server that this package was tested with.',
  );
}

/** The check of the states that the server's own handlers give. The server's hook is adopted: it sees what it saw, and a rejection says what it said. */
function ownHook(server: Server, verify: Hook | undefined): Hook | undefined {
  const hook = hookOf(server);
  if (hook === undefined || hook === verify) return verify;
  if (hook === 'lost' || verify !== undefined) {
    throw loud(
      'verify_conflict',
      hook === 'lost'
        ? 'The server was made with requestState.verify, and this version of the SDK keeps the hook where it cannot be taken over. Move it: ' +
            'attach(server, { verify }) runs it on the state that your own handlers gave.'
        : 'Both the server (requestState.verify) and attach() have a verify hook, and they differ. Give one: attach() takes over the hook of the server.',
    );
  }
  return async (state, ctx) => {
    try {
      return await hook.call(server, state, ctx);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      server.onerror?.(new Error(`requestState verification rejected ${ctx.mcpReq.method}: ${why}`));
      throw error;
    }
  };
}

/** The entries of the SDK keep what a factory throws to themselves unless they have an `onerror`, so it is said on stderr too. */
function loud(code: VueltaErrorCode, why: string): VueltaError {
  warnOnce({ code, what: why, why: 'The server was not made.', todo: '' });
  return new VueltaError(code, why);
}
