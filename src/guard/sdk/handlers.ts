import type { McpServer, Result, Server, ServerContext } from '@modelcontextprotocol/server';
import { warnOnce } from '../../warning.js';
import { VERBS } from '../policy.js';

/**
 * What the SDK keeps to itself and the guard holds on to, so that one line guards a server that is made already. The page
 * docs/design/sdk-hold.md says what each of these relies on; test/guard/sdk-hold.test.ts fails when the SDK moves it.
 */

export type Handler = (request: unknown, ctx: ServerContext) => Result | Promise<Result>;

/** Runs one request of a method that may ask: looks at the state, calls the handler, looks at what it asks. */
type Seam = (method: string, handler: Handler, request: unknown, ctx: ServerContext) => Promise<Result>;

export type Hook = (state: string, ctx: ServerContext) => unknown;

/** Where `McpServer` keeps what is registered. */
const KEPT = [
  '_registeredTools',
  '_registeredPrompts',
  '_registeredResources',
  '_registeredResourceTemplates',
] as const;
export type Kept = (typeof KEPT)[number];

const SEAM = '_invokeInputRequiredCapableHandler';
const HANDLERS = '_requestHandlers';
const HOOK = '_requestStateVerify';

/** Puts something around the seam. Every handler runs through it, whenever it was set. */
export function aroundSeam(server: Server, around: (seam: Seam) => Seam): void {
  Reflect.set(server, SEAM, around((Reflect.get(server, SEAM) as Seam).bind(server)));
}

const tried = new WeakMap<object, boolean>();

/**
 * Whether this copy of the SDK runs the handlers of the three methods through the seam. It is tried on a server of its own, once a copy:
 * a guard that hung where nothing passes would guard nothing and not say so.
 */
export function hasSeam(server: Server): boolean {
  let home: unknown = server;
  while (typeof home === 'object' && home !== null && !Object.hasOwn(home, SEAM)) home = Object.getPrototypeOf(home);
  if (typeof home !== 'object' || home === null) return false;
  let has = tried.get(home);
  if (has === undefined) {
    has = trySeam(home.constructor as typeof Server);
    tried.set(home, has);
  }
  return has;
}

function trySeam(Copy: typeof Server): boolean {
  try {
    const capabilities = { tools: {}, prompts: {}, resources: {} };
    const server = new Copy({ name: 'seam', version: '0' }, { capabilities, jsonSchemaValidator: {} as never });
    return VERBS.every((method) => {
      let passed = false;
      Reflect.set(server, SEAM, async () => {
        passed = true;
        return {};
      });
      server.setRequestHandler(method, () => ({}) as never);
      const dispatch = (Reflect.get(server, HANDLERS) as Map<string, Handler>).get(method);
      const request = { method, params: { name: 'x', uri: 'x:x', arguments: {} } };
      const outcome = dispatch?.(request, { mcpReq: { requestState: () => undefined } } as unknown as ServerContext);
      Promise.resolve(outcome).catch(() => undefined);
      return passed;
    });
  } catch {
    return false;
  }
}

/** The hook that the server was made with, or `'lost'` where its options have one and it is not where it was. */
export function hookOf(server: Server): Hook | 'lost' | undefined {
  const hook: unknown = Reflect.get(server, HOOK);
  if (typeof hook === 'function') return hook as Hook;
  const options = Reflect.get(server, '_options') as { requestState?: { verify?: unknown } } | undefined;
  return options?.requestState?.verify === undefined ? undefined : 'lost';
}

/** From here on the SDK runs no hook: what it sees of a state is sealed, and the guard opens it. */
export function dropHook(server: Server): void {
  Reflect.set(server, HOOK, undefined);
}

/** What is registered, by the name that it has now; `undefined` where the SDK keeps it elsewhere. */
export function keptBy(server: McpServer, kept: Kept): Record<string, unknown> | undefined {
  const found: unknown = Reflect.get(server, kept);
  return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : undefined;
}

/** Whether everything that is registered can be found, and each tool where it is run. */
export function keepsAll(server: McpServer): boolean {
  if (!KEPT.every((kept) => keptBy(server, kept) !== undefined)) return false;
  const tools = Object.values(keptBy(server, '_registeredTools') ?? {}) as { readonly executor?: unknown }[];
  return tools.every(({ executor }) => typeof executor === 'function');
}

/** The name that the server was made with: the SDK shows it to clients and has no accessor for it. */
export function nameOf(server: Server): string {
  const info = Reflect.get(server, '_serverInfo') as { name?: unknown } | undefined;
  if (typeof info?.name === 'string' && info.name !== '') return info.name;
  throw new TypeError('audience: the name of this server cannot be read, so createVuelta needs { audience }');
}

const OTHER_COPY = {
  code: 'sdk_copies',
  what: 'Two copies of @modelcontextprotocol/server are in this process: McpServer is of one, and what serves it (createMcpHandler or serveStdio) is of another.',
  why: 'The other copy takes the server for something else, and no request is served.',
  todo: 'Import both from the same place: `npm ls @modelcontextprotocol/server` shows the copies, `npm dedupe` leaves one, and import beside require makes two of one.',
};

/**
 * The entries of the SDK know an `McpServer` by its class. One of another copy they take for the `Server` in it, and fail at the first member
 * that only that has, without a word of why.
 */
export function nameOtherCopies(server: McpServer): void {
  Object.defineProperty(server, '_supportedProtocolVersions', OF_ANOTHER_COPY);
}

/** One for all servers: a function of its own would give each server a shape of its own, and servers are made for each request. */
const OF_ANOTHER_COPY = {
  get: () => {
    warnOnce(OTHER_COPY);
    throw new TypeError(`${OTHER_COPY.what} ${OTHER_COPY.why} ${OTHER_COPY.todo}`);
  },
};
