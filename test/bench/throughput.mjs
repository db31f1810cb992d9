import { fileURLToPath } from 'node:url';
import { killChild } from '../services/children.mjs';
import { start } from './children.mjs';
import { ratioOf, steadily } from './interleave.mjs';
import { startRedis } from './redis-server.mjs';

const REPLICA = fileURLToPath(new URL('replica.mjs', import.meta.url));
const CROWD = fileURLToPath(new URL('crowd.mjs', import.meta.url));

/**
 * Requests a second over HTTP on loopback, by one server process and by several. Ours keep their rounds in memory while they are alone
 * and in Redis together; the SDK's protect nothing.
 */
export async function benchThroughput({ processes, again, ...load }) {
  const redis = await startRedis();
  const rows = [];
  try {
    for (const count of processes) {
      const store = count === 1 ? [] : [redis.url];
      const ours = await replicas(count, ['vuelta', ...store]);
      const theirs = await replicas(count, ['sdk']);
      const row = await steadily(() => take(ours.urls, theirs.urls, load), again);
      rows.push({
        processes: count,
        vuelta_rps: row.ours,
        sdk_rps: row.theirs,
        ratio: row.ratio,
        unsteady: row.unsteady,
      });
      await Promise.all([ours.stop(), theirs.stop()]);
    }
  } finally {
    await redis.stop();
  }
  return rows;
}

/** Bursts in the order A B B A, after one of each that does not count. */
async function take(ours, theirs, { flows, clients, turns }) {
  const burst = async (urls) => {
    const { line } = await start(process.execPath, [CROWD, String(flows), String(clients), ...urls], isNumber);
    return Number(line);
  };
  await burst(ours);
  await burst(theirs);
  const rps = { vuelta: [], sdk: [] };
  for (let i = 0; i < turns; i += 1) {
    rps.vuelta.push(await burst(ours));
    rps.sdk.push(await burst(theirs), await burst(theirs));
    rps.vuelta.push(await burst(ours));
  }
  return ratioOf(rps.vuelta, rps.sdk);
}

async function replicas(count, args) {
  const isUrl = (line) => line.startsWith('http://');
  const starting = Array.from({ length: count }, () => start(process.execPath, [REPLICA, ...args], isUrl));
  const started = await Promise.all(starting);
  return {
    urls: started.map(({ line }) => line),
    stop: () => Promise.all(started.map(({ child }) => killChild(child))),
  };
}

const isNumber = (line) => Number(line) > 0;
