import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const KIT = fileURLToPath(new URL('../../kit/', import.meta.url));

export interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

export type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** Starts node in a folder, as a person would from a terminal. */
export function startNode(args: readonly string[], cwd: string = KIT, env: Record<string, string> = {}): Child {
  return spawn(process.execPath, args, { cwd, env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
}

/** What a process wrote and how it ended. */
export async function ended(child: Child): Promise<Ended> {
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { stdout, stderr, code: code as number | null };
}

/** Runs `node ARGS` to its end, from inside kit/. */
export function run(...args: string[]): Promise<Ended> {
  return ended(startNode(args));
}

export interface HttpServer {
  readonly url: URL;
  stop(): Promise<void>;
}

/** Runs `node FILE --http 0` and reads the address off stderr. */
export async function startHttp(file: string): Promise<HttpServer> {
  const child = startNode([file, '--http', '0']);
  const exit = once(child, 'exit');
  let stderr = '';
  for await (const chunk of child.stderr) {
    stderr += String(chunk);
    const address = /http:\/\/\S+/.exec(stderr)?.[0];
    if (address !== undefined && stderr.includes('\n')) {
      return {
        url: new URL(address),
        stop: async () => {
          child.kill();
          await exit;
        },
      };
    }
  }
  throw new Error(`node ${file} --http 0 ended without an address: ${stderr}`);
}
