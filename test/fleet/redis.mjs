import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from 'redis';
import { killChild, startChild, temporaryDirectory } from '../services/children.mjs';

const START_MS = 15_000;
const STOP_MS = 5000;
const SAID = ['ignore', 'ignore', 'ignore'];

/** A real redis-server on a free loopback port, which writes every command to its disk before it answers. */
export class Redis {
  #child;
  #port;
  #directory = temporaryDirectory();

  /** @returns {Promise<Redis>} */
  static async start() {
    const redis = new Redis();
    redis.#port = await freePort();
    await redis.#run();
    return redis;
  }

  get url() {
    return `redis://127.0.0.1:${this.#port}`;
  }

  /** SHUTDOWN, some time without a server, and a start on what is in the directory. */
  async restart(downMs) {
    const ended = once(this.#child, 'exit');
    await this.#command('SHUTDOWN').catch(() => undefined); // The connection ends with the server.
    await Promise.race([ended, pause(STOP_MS, undefined, { ref: false })]);
    await killChild(this.#child);
    await pause(downMs);
    await this.#run();
  }

  async stop() {
    await killChild(this.#child);
  }

  async #run() {
    const basics = ['--port', String(this.#port), '--bind', '127.0.0.1', '--dir', this.#directory, '--save', ''];
    this.#child = startChild('redis-server', [...basics, '--appendonly', 'yes', '--appendfsync', 'always'], SAID);
    const failed = new Promise((_resolve, reject) => {
      this.#child.once('error', reject);
      this.#child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)));
    });
    failed.catch(() => undefined);
    await Promise.race([this.#answers(), failed]);
  }

  async #answers() {
    for (const deadline = Date.now() + START_MS; Date.now() < deadline; await pause(20)) {
      const answer = await this.#command('PING').catch(() => undefined);
      if (answer === 'PONG') return;
    }
    throw new Error(`redis-server did not answer within ${START_MS} ms`);
  }

  async #command(word) {
    const client = createClient({ url: this.url, socket: { reconnectStrategy: false, connectTimeout: 1000 } });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await client.sendCommand([word]);
    } finally {
      if (client.isOpen) client.destroy();
    }
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
