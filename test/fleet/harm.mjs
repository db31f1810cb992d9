import { setTimeout as pause } from 'node:timers/promises';
import { draw } from './draw.mjs';

const LOOK_MS = 2;
const LOOKS = 1000;
const REPLICA_DOWN_MS = 300;
/** Longer than a lease, so that no lease outlives it. */
const REDIS_DOWN_MS = 1500;

/** Kills replicas at moments of the seed, each while it has something to do. Resolves to how many. */
export async function killReplicas({ replicas, kills, seconds, seed }) {
  const started = Date.now();
  for (let kill = 0; kill < kills; kill += 1) {
    const moment = ((kill + draw(seed, 'kill', kill)) / kills) * seconds * 1000;
    await pause(Math.max(0, started + moment - Date.now()));
    const victim = await aBusyOne(replicas);
    if (victim === undefined) return kill;
    await replicas.kill(victim, draw(seed, 'down', kill) * REPLICA_DOWN_MS);
  }
  return kills;
}

async function aBusyOne(replicas) {
  for (let look = 0; look < LOOKS; look += 1) {
    const busiest = replicas.busiest();
    if (busiest !== undefined) return busiest;
    await pause(LOOK_MS);
  }
  return replicas.living();
}

/** Restarts Redis at even intervals: once is half-way. Resolves to how often. */
export async function restartRedis({ redis, restarts, seconds }) {
  const started = Date.now();
  for (let restart = 0; restart < restarts; restart += 1) {
    const moment = ((restart + 1) / (restarts + 1)) * seconds * 1000;
    await pause(Math.max(0, started + moment - Date.now()));
    await redis.restart(REDIS_DOWN_MS);
  }
  return restarts;
}
