import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerFactory } from '../../../src/client/index.js';

/** The server of a file of the kit, in this process; all tests of a file share what it holds in memory. */
export async function kitServer(name: string): Promise<ServerFactory> {
  const { createServer } = (await import(/* @vite-ignore */ pathToFileURL(resolve('kit', name)).href)) as {
    createServer: ServerFactory;
  };
  return createServer;
}
