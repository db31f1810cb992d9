import type { VueltaError } from '../../errors.js';
import { MAX_MESSAGE_BYTES, tooLarge } from './message-size.js';
import { fetchUnlimited } from './fetch.js';
import { openHttp } from './http.js';
import { openInProcess } from './inprocess.js';
import { MODERN } from '../../protocol/revision.js';
import type { Connection, TargetOptions, ServerFactory } from './connection.js';

/** A server to start as a child process that speaks over stdio. */
export interface CommandTarget {
  readonly command: string;
  readonly args?: readonly string[];
  /** On top of the environment of this process, which a child gets as from a shell. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** What to test: a server factory (in this process), an http(s) URL, or a command that serves stdio. */
export type Target = ServerFactory | URL | string | CommandTarget;

/** The words of the SDK's transport when a line of stdout is larger than its buffer; it closes then. A test notices other words. */
const OVERFLOW = /^ReadBuffer exceeded maximum size/u;

/**
 * All of the caller's variables. The SDK passes on six, so that a host does not give its secrets to servers of others; whoever tests a
 * server means the one that the same command starts in a shell, with the same DATABASE_URL.
 */
function environment(own: CommandTarget['env']): Record<string, string> {
  const entries = Object.entries({ ...process.env, ...own });
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

async function openCommand(target: CommandTarget, options: TargetOptions): Promise<Connection> {
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  const { command, args = [], env, cwd } = target;
  const { stderr = 'inherit', maxMessageBytes = MAX_MESSAGE_BYTES } = options;
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: environment(env),
    stderr: typeof stderr === 'function' ? 'pipe' : stderr,
    maxBufferSize: maxMessageBytes,
    ...(cwd !== undefined && { cwd }),
  });
  if (typeof stderr === 'function') {
    const decoder = new TextDecoder();
    transport.stderr?.on('data', (chunk: Uint8Array) => stderr(decoder.decode(chunk, { stream: true })));
  }
  let overflow: VueltaError | undefined;
  return {
    transport,
    label: `command ${[command, ...args.slice(0, 1).filter((arg) => !arg.startsWith('-'))].join(' ')}`,
    http: false,
    explain: ({ message }) => (OVERFLOW.test(message) ? (overflow ??= tooLarge(maxMessageBytes)) : undefined),
    fault: () => overflow,
    release: async () => {},
  };
}

function toUrl(target: string | URL): URL {
  const url = typeof target === 'string' ? (URL.canParse(target) ? new URL(target) : undefined) : target;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new TypeError('connect(target): a text or URL must be an http(s) URL. For a command pass { command, args }.');
}

/** An option that cannot be honoured is refused: a test that thinks it sent a header must not pass. */
function refuse(options: TargetOptions, kind: string, names: ReadonlyArray<keyof TargetOptions>): void {
  for (const name of names) {
    if (options[name] !== undefined) throw new TypeError(`connect(): the option '${name}' has no effect on ${kind}.`);
  }
}

/** Opens a way to the target; throws `TypeError` for what is not a target or an option that it could not honour. */
export async function openTarget(target: Target, options: TargetOptions): Promise<Connection> {
  if (typeof target === 'function') {
    const modern = options.revision === MODERN;
    refuse(options, `a server in this process on ${options.revision}`, [
      'fetch',
      'stderr',
      ...(modern ? [] : (['headers', 'maxMessageBytes'] as const)),
    ]);
    return openInProcess(target, options);
  }
  if (typeof target === 'string' || target instanceof URL) {
    refuse(options, 'a URL', ['authInfo', 'stderr']);
    const url = toUrl(target);
    return openHttp(url, options.fetch ?? fetchUnlimited, url.origin + url.pathname, options);
  }
  if (typeof target === 'object' && target !== null && typeof target.command === 'string') {
    refuse(options, 'a command', ['authInfo', 'fetch', 'headers']);
    return openCommand(target, options);
  }
  throw new TypeError('connect(target): pass a server factory (a function), an http(s) URL or { command, args }.');
}
