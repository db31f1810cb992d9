import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { executableOf } from './runtime.mjs';

const PATIENCE_MS = 60_000;

/** Makes a stack's target ready: a command to start over stdio, or the URL of a server that runs until `stop()`. */
export async function start({ runtime, target }) {
  const { args, env = {}, cwd, path } = target;
  const command = target.command === 'node' ? executableOf(runtime) : target.command;
  if (path === undefined) return { target: { command, args, env, cwd }, transport: 'stdio', stop: async () => {} };

  const port = await freePort();
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env, PORT: String(port) }, stdio: 'pipe' });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(String(chunk)));
  const ended = new Promise((resolve) => child.once('close', resolve));
  const stop = async () => {
    child.kill();
    await Promise.race([ended, sleep(5_000).then(() => child.kill('SIGKILL'))]);
  };
  const url = `http://127.0.0.1:${port}${path}`;
  try {
    await answers(url, child);
  } catch (error) {
    await stop();
    throw new Error(`the server did not start: ${said.join('').slice(-1_500)}`, { cause: error });
  }
  return { target: url, transport: 'HTTP', stop };
}

async function answers(url, child) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(200)) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
    const reply = await fetch(url, { method: 'POST', body: '{}' }).catch(() => undefined);
    await reply?.arrayBuffer();
    if (reply !== undefined) return;
  }
  throw new Error(`nothing answers at ${url}`);
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
