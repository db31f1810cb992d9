import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A real redis-server on a free loopback port, in a directory of its own. */
export class RedisServer {
  readonly port: number;
  readonly #directory: string;
  readonly #settings: readonly string[];
  #child: ChildProcess | undefined;

  /** `settings` as on the command line; without any nothing is written to the disk. */
  static async start(...settings: string[]): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), await mkdtemp(join(tmpdir(), 'vuelta-redis-')), settings);
    await server.restart();
    return server;
  }

  private constructor(port: number, directory: string, settings: readonly string[]) {
    this.port = port;
    this.#directory = directory;
    this.#settings = settings;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async cli(...words: string[]): Promise<string> {
    const { stdout } = await run('redis-cli', ['-h', '127.0.0.1', '-p', String(this.port), ...words]);
    return stdout.trim();
  }

  /** On the same port, with what is in the directory. */
  async restart(): Promise<void> {
    const basics = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.#directory, '--save', ''];
    const child = spawn('redis-server', [...basics, ...this.#settings], { stdio: 'ignore' });
    const failed = new Promise<never>((_resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`redis-server ended with ${String(code)}`)));
    });
    failed.catch(() => undefined);
    await Promise.race([this.#ready(), failed]);
    this.#child = child;
  }

  /** SIGKILL: nothing is written any more. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const gone = new Promise((resolve) => {
      child.once('exit', resolve);
    });
    child.kill('SIGKILL');
    await gone;
  }

  /** Connections stay open and get no answer. */
  freeze(): void {
    this.#child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child?.kill('SIGCONT');
  }

  async end(): Promise<void> {
    await this.kill();
    await rm(this.#directory, { recursive: true, force: true });
  }

  async #ready(): Promise<void> {
    const deadline = Date.now() + 15_000;
    while (!(await answersPing(this.port))) {
      if (Date.now() > deadline) throw new Error('redis-server did not come up');
      await pause(20);
    }
  }
}

function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' }, () => socket.write('PING\r\n'));
    const done = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1000, () => done(false));
    socket.once('error', () => done(false));
    socket.once('data', (data) => done(data.toString().startsWith('+PONG')));
  });
}

/** Below the range of ephemeral ports, and with room above for the bus of a cluster. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    if ((await isFree(port)) && (await isFree(port + 10_000))) return port;
  }
  throw new Error('no free port');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => {
      const { port: bound } = probe.address() as AddressInfo;
      probe.close(() => resolve(bound === port));
    });
  });
}
