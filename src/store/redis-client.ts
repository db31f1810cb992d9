import { VueltaError } from '../errors.js';
import { EVICTION, type Script } from './redis-scripts.js';

interface Evaluation {
  keys: string[];
  arguments: string[];
}

/** What is used of a client, cluster, pool or sentinel of `redis` (node-redis) 4 to 6. */
export interface NodeRedisClient {
  evalSha(sha1: string, evaluation: Evaluation): Promise<unknown>;
  eval(source: string, evaluation: Evaluation): Promise<unknown>;
}

/** What is used of a client or cluster of `ioredis` 5 and 6. */
export interface IoredisClient {
  evalsha(sha1: string, numberOfKeys: number, ...keysAndArguments: string[]): Promise<unknown>;
  eval(source: string, numberOfKeys: number, ...keysAndArguments: string[]): Promise<unknown>;
}

/** Runs a script over one key, and answers with the texts that it returns. */
export type Run = (script: Script, key: string, ...parameters: string[]) => Promise<readonly string[]>;

interface Commands {
  bySha1(script: Script, key: string, parameters: string[]): Promise<unknown>;
  bySource(script: Script, key: string, parameters: string[]): Promise<unknown>;
}

/** @throws TypeError for anything but a client. */
export function scriptRunner(client: NodeRedisClient | IoredisClient): Run {
  const commands = commandsOf(client);
  const run = async (script: Script, key: string, parameters: string[]): Promise<readonly string[]> => {
    try {
      return texts(await commands.bySha1(script, key, parameters));
    } catch (error) {
      if (!isUnknownScript(error)) throw error;
    }
    // A server gets its scripts only after a look at how it makes room, so one that evicts is refused for as long as it does.
    const [policy = ''] = texts(await commands.bySource(EVICTION, key, []));
    if (policy !== '') throw evicting(policy);
    return texts(await commands.bySource(script, key, parameters));
  };
  return (script, key, ...parameters) => run(script, key, parameters);
}

function commandsOf(client: NodeRedisClient | IoredisClient): Commands {
  if (typeof (client as Partial<NodeRedisClient> | undefined)?.evalSha === 'function')
    return nodeRedisCommands(client as NodeRedisClient);
  if (typeof (client as Partial<IoredisClient> | undefined)?.evalsha === 'function')
    return ioredisCommands(client as IoredisClient);
  throw new TypeError('client: expected a client or cluster of "redis" or "ioredis"');
}

function nodeRedisCommands(client: NodeRedisClient): Commands {
  return {
    bySha1: ({ sha1 }, key, parameters) => client.evalSha(sha1, { keys: [key], arguments: parameters }),
    bySource: ({ source }, key, parameters) => client.eval(source, { keys: [key], arguments: parameters }),
  };
}

function ioredisCommands(client: IoredisClient): Commands {
  return {
    bySha1: ({ sha1 }, key, parameters) => client.evalsha(sha1, 1, key, ...parameters),
    bySource: ({ source }, key, parameters) => client.eval(source, 1, key, ...parameters),
  };
}

function isUnknownScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOSCRIPT');
}

/** Clients can be set up to give texts as bytes. */
function texts(reply: unknown): readonly string[] {
  if (!Array.isArray(reply))
    throw new VueltaError('store_unavailable', 'The Redis server gave a reply of another shape.');
  return reply.map((item: unknown) => (item instanceof Uint8Array ? Buffer.from(item).toString('utf8') : String(item)));
}

function evicting(policy: string): VueltaError {
  return new VueltaError(
    'store_unavailable',
    `The Redis server evicts keys when its memory is full (maxmemory-policy ${policy}), so a round could be run twice. Nothing was ` +
      'done. Set maxmemory-policy to noeviction, or use another server for the store.',
  );
}
