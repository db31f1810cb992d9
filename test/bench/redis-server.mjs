import { once } from 'node:events';
import { createServer } from 'node:net';
import { killChild, temporaryDirectory } from '../services/children.mjs';
import { start } from './children.mjs';

/** A real redis-server on a free loopback port; nothing is written to the disk. */
export async function startRedis() {
  const port = await freePort();
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', temporaryDirectory(), '--save', ''];
  try {
    const { child } = await start('redis-server', settings, (line) => line.includes('Ready to accept connections'));
    return { port, url: `redis://127.0.0.1:${port}`, stop: () => killChild(child) };
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    throw new Error('The bench needs redis-server on the PATH: install it (apt-get install redis-server)', {
      cause: error,
    });
  }
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}
