import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { ServerFactory } from '../client/connection/connection.js';
import { servable } from '../client/connection/servable.js';
import type { Transports } from '../contract/case/config.js';
import type { OpenedServer } from '../contract/case/opened-server.js';
import { EXIT } from './exit.js';
import { serveRevisions } from './serve/revisions.js';
import { importModule } from './target.js';
import { UsageError } from './usage.js';

export const PROGRAM = fileURLToPath(import.meta.url);

/** The server of a module, over HTTP on a port of 127.0.0.1: both revisions, the older one with sessions. */
async function openHttp(
  factory: ServerFactory,
  port: number,
): Promise<OpenedServer & { readonly target: URL; close(): Promise<void> }> {
  const onerror = ({ message }: Error): void => void process.stderr.write(`serve-module: ${message}\n`);
  const modern = createMcpHandler(factory, { legacy: 'reject', onerror });
  const listener = await serveRevisions({ modern, legacy: factory, port, onerror });
  return { target: new URL('/mcp', listener.origin), close: () => listener.close() };
}

async function factoryOf(path: string): Promise<ServerFactory> {
  const { createServer } = await importModule(path);
  if (createServer === undefined) throw new UsageError(`'${path}' exports no createServer.`);
  return servable(createServer, McpServer);
}

/**
 * Both transports of a module that exports `createServer`: over stdio in a child of its own, and over HTTP on 127.0.0.1, each time in
 * a world of its own.
 */
export function transportsOf(path: string): Required<Transports> {
  return {
    stdio: { command: process.execPath, args: [PROGRAM, path] },
    http: async () => openHttp(await factoryOf(path), 0),
  };
}

/** `node serve-module.js MODULE [--http] [--port PORT]`: stdout carries the protocol, or the address. */
async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { http: { type: 'boolean' }, port: { type: 'string', default: '0' } },
  });
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw new UsageError('serve-module MODULE [--http] [--port PORT]');
  const factory = await factoryOf(resolve(path));
  if (values.http !== true) {
    serveStdio(factory, { onerror: ({ message }) => void process.stderr.write(`serve-module: ${message}\n`) });
    return;
  }
  const { target } = await openHttp(factory, Number(values.port));
  process.stdout.write(`${target.href}\n`);
}

const started = process.argv[1];
if (started !== undefined && realpathSync(started) === PROGRAM) {
  main(process.argv.slice(2)).catch((error: unknown) => {
    process.stderr.write(`serve-module: ${error instanceof Error ? error.message : 'it failed'}\n`);
    process.exitCode = EXIT.usage;
  });
}
