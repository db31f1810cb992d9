import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { RedisServer } from './redis-server.js';

const run = promisify(execFile);

/** A real cluster of three nodes on loopback ports. */
export class RedisCluster {
  readonly nodes: readonly RedisServer[];

  static async start(): Promise<RedisCluster> {
    const settings = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '5000'];
    const nodes: RedisServer[] = [];
    try {
      for (let node = 0; node < 3; node += 1) nodes.push(await RedisServer.start(...settings));
      const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
      await run('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-yes']);
      await Promise.all(nodes.map(settled));
    } catch (error) {
      await Promise.all(nodes.map((node) => node.end()));
      throw error;
    }
    return new RedisCluster(nodes);
  }

  private constructor(nodes: readonly RedisServer[]) {
    this.nodes = nodes;
  }

  async end(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.end()));
  }
}

async function settled(node: RedisServer): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await node.cli('cluster', 'info')).includes('cluster_state:ok')) {
    if (Date.now() > deadline) throw new Error('the cluster did not come up');
    await pause(50);
  }
}
