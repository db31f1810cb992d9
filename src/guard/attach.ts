import {
  isInputRequiredResult,
  type McpServer,
  type Result,
  type Server,
  type ServerContext,
  type Transport,
} from '@modelcontextprotocol/server';
import { VueltaError, type VueltaErrorCode } from '../errors.js';
import { warnOnce } from '../warning.js';
import type { EventSink } from './events.js';
import type { Guard } from './guard.js';
import type { GuardedRequest } from './request.js';
import { refuseFault } from './refusal.js';
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
    if (!isInputRequiredResult(result)) return result;
    const why = `The handler of ${method} returned input_required; only ${VERBS.join(', ')} may ask.`;
    throw refuseFault(emit, { method, target: '' }, new VueltaError('ask_outside_verbs', why));
  };
}

function assertEarly(server: Server): void {
  if (attached.has(server)) {
    throw loud(
      'attach_twice',
      'attach() was called twice for this server. One guard is enough: keep what the first call returned.',
    );
  }
  for (const method of VERBS) {
    try {
      server.assertCanSetRequestHandler(method);
    } catch {
      throw loud(
        'attach_too_late',
        `attach() must run before anything handles ${method}: call it right after new McpServer(…), before the first tool, prompt or ` +
          'resource. If the options of McpServer list `capabilities.tools`, `prompts` or `resources`, leave them out: registering declares them.',
      );
    }
  }
  if (typeof Reflect.get(server, '_requestStateVerify') === 'function') {
    throw loud(
      'verify_conflict',
      'The server was made with requestState.verify, which sees the sealed state and refuses it. Move the hook: ' +
        'attach(server, { verify }) runs it on the state that your own handlers gave.',
    );
  }
}

/** The entries of the SDK keep what a factory throws to themselves unless they have an `onerror`, so it is said on stderr too. */
function loud(code: VueltaErrorCode, why: string): VueltaError {
  warnOnce({ code, what: why, why: 'The server was not made.', todo: '' });
  return new VueltaError(code, why);
}
