import {
  isInputRequiredResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { VueltaError } from '../errors.js';
import type { EventSink } from './events.js';
import type { Guard } from './guard.js';
import type { GuardedRequest } from './request.js';
import { VERBS, type Verb } from './policy.js';

type Handler = (request: unknown, ctx: ServerContext) => Result | Promise<Result>;
type SetRequestHandler = (method: string, schemasOrHandler: unknown, handler?: Handler) => void;

const attached = new WeakSet<object>();

/**
 * Puts the guard around every handler that is set from here on. It wraps the public `setRequestHandler` of this one instance, so
 * that the handler which `McpServer` installs for a method is the guarded one.
 */
export function attachGuard({ server }: McpServer, guard: Guard, emit: EventSink): void {
  assertEarly(server);
  attached.add(server);
  const original = server.setRequestHandler.bind(server) as unknown as SetRequestHandler;
  const guarded: SetRequestHandler = (method, schemasOrHandler, handler) => {
    if (typeof schemasOrHandler === 'function') {
      original(method, around(method, schemasOrHandler as Handler, guard, emit, false));
    } else if (handler === undefined) {
      original(method, schemasOrHandler);
    } else {
      original(method, schemasOrHandler, around(method, handler, guard, emit, true));
    }
  };
  server.setRequestHandler = guarded;
  guardFallback(server, guard, emit);
}

/** What serves the methods that nobody handles may serve the three verbs as well, so it is guarded like any other handler. */
function guardFallback(server: Server, guard: Guard, emit: EventSink): void {
  type Fallback = Server['fallbackRequestHandler'];
  const wrap = (handler: Fallback): Fallback =>
    handler && (async (request, ctx) => around(request.method, handler as Handler, guard, emit, false)(request, ctx));
  let wrapped = wrap(server.fallbackRequestHandler);
  Object.defineProperty(server, 'fallbackRequestHandler', {
    configurable: true,
    enumerable: true,
    get: () => wrapped,
    set: (handler: Fallback) => {
      wrapped = wrap(handler);
    },
  });
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
    if (!isInputRequiredResult(result)) return result;
    emit({ type: 'fault', method, target: '', code: 'ask_outside_verbs' });
    throw new ProtocolError(
      ProtocolErrorCode.InternalError,
      `ask_outside_verbs: the handler of ${method} returned input_required; only ${VERBS.join(', ')} may ask`,
      { reason: 'ask_outside_verbs' },
    );
  };
}

function assertEarly(server: Server): void {
  if (attached.has(server)) {
    throw new VueltaError(
      'attach_twice',
      'attach() was called twice for this server. One guard is enough: keep what the first call returned.',
    );
  }
  for (const method of VERBS) {
    try {
      server.assertCanSetRequestHandler(method);
    } catch {
      throw new VueltaError(
        'attach_too_late',
        `attach() must run before anything handles ${method}: call it right after new McpServer(…), before the first tool, prompt or ` +
          'resource. If the options of McpServer list `capabilities.tools`, `prompts` or `resources`, leave them out: registering declares them.',
      );
    }
  }
  if (typeof Reflect.get(server, '_requestStateVerify') === 'function') {
    throw new VueltaError(
      'verify_conflict',
      'The server was made with requestState.verify, which sees the sealed state and refuses it. Move the hook: ' +
        'attach(server, { verify }) runs it on the state that your own handlers gave.',
    );
  }
}
