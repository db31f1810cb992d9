import { existsSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerFactory } from '../client/connection/connection.js';
import type { ContractConfig } from '../contract/case/config.js';
import type { OpenedServer } from '../contract/case/opened-server.js';
import { VueltaError } from '../errors.js';
import { UsageError } from './usage.js';

export type TargetWords =
  | { readonly kind: 'module'; readonly path: string }
  | { readonly kind: 'url'; readonly url: URL }
  | { readonly kind: 'command'; readonly command: string; readonly args: readonly string[] };

/** What a module gives for checks and calls. */
export interface ServerModule {
  /** Makes a server; each import of the module has a world of its own. */
  readonly createServer?: ServerFactory;
  /** Opens a server that is reached in another way. */
  readonly openTarget?: () => OpenedServer | Promise<OpenedServer>;
  readonly contract?: Partial<ContractConfig>;
}

const ENTRIES = ['createServer', 'default'] as const;

/** Reads the target of a command: a module's path, an http(s) address, or what follows `--`. */
export function readTarget(word: string | undefined, command: readonly string[]): TargetWords {
  const [file, ...args] = command;
  if (file !== undefined) {
    if (word !== undefined) throw new UsageError(`Give one target: '${word}', or a command after --.`);
    return { kind: 'command', command: file, args };
  }
  if (word === undefined) throw new UsageError('Which server? Give a module, an http(s) address, or -- and a command.');
  if (/^https?:\/\//i.test(word)) {
    if (!URL.canParse(word)) throw new UsageError(`'${word}' is no http(s) address.`);
    return { kind: 'url', url: new URL(word) };
  }
  const path = resolve(word);
  if (!existsSync(path) || !statSync(path).isFile()) {
    throw new UsageError(`There is no file '${word}'. A target is a module, an http(s) address, or -- and a command.`);
  }
  return { kind: 'module', path };
}

/** The target without what may be secret in it. */
export function labelOf(words: TargetWords): string {
  switch (words.kind) {
    case 'module':
      return relative(process.cwd(), words.path) || words.path;
    case 'url':
      return words.url.origin + words.url.pathname;
    case 'command':
      return [words.command, ...words.args.slice(0, 1).filter((arg) => !arg.startsWith('-'))].join(' ');
  }
}

let imports = 0;

async function load(path: string): Promise<Record<string, unknown>> {
  imports += 1;
  const url = pathToFileURL(path);
  url.searchParams.set('vuelta', String(imports));
  try {
    return (await import(url.href)) as Record<string, unknown>;
  } catch (error) {
    throw new VueltaError('connect_failed', `The module '${path}' could not be loaded.`, { cause: error });
  }
}

/** Imports a module anew, so that what it holds in memory is not shared with an earlier import. What it imports is shared. */
export async function importModule(path: string): Promise<ServerModule> {
  const found = await load(path);
  const createServer = ENTRIES.map((name) => found[name]).find((entry) => typeof entry === 'function');
  const { openTarget, contract } = found;
  return {
    ...(createServer !== undefined && { createServer: createServer as ServerFactory }),
    ...(typeof openTarget === 'function' && { openTarget: openTarget as () => Promise<OpenedServer> }),
    ...(typeof contract === 'object' && contract !== null && { contract }),
  };
}

/** Opens a module's server in a world of its own. */
export async function openModule(path: string): Promise<OpenedServer> {
  const found = await importModule(path);
  requireServer(found, path);
  return found.openTarget === undefined ? { target: found.createServer as ServerFactory } : found.openTarget();
}

/** Refuses a module that has nothing to open. */
export function requireServer({ openTarget, createServer }: ServerModule, path: string): void {
  if (openTarget !== undefined || createServer !== undefined) return;
  throw new UsageError(
    `'${path}' exports no server: it needs createServer, the function that createMcpHandler and serveStdio of the SDK take. ` +
      'A program that serves stdio by itself goes behind --, as a command.',
  );
}

export async function openWords(words: TargetWords): Promise<OpenedServer> {
  if (words.kind === 'module') return openModule(words.path);
  if (words.kind === 'url') return { target: words.url };
  const { command, args } = words;
  // Through this process, and not past it: what a server logs must not command a CI either.
  return { target: { command, args }, connect: { stderr: (chunk) => void process.stderr.write(chunk) } };
}
