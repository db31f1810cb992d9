import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { audit } from './audit.mjs';
import { readBookings } from './bookings.mjs';
import { temporaryDirectory } from '../services/children.mjs';
import { Driver } from './driver.mjs';
import { killReplicas, restartRedis } from './harm.mjs';
import { Ledger } from './ledger.mjs';
import { planFlow } from './plan.mjs';
import { Proxy } from './proxy.mjs';
import { Redis } from './redis.mjs';
import { Replicas } from './replicas.mjs';

const REPLICAS = 3;
const LEASE_MS = 1000;
const DELAY_MS = 120;
const IDLE_MS = 10_000;

/** Added to the time in which flows begin: after it nothing is sent any more. */
export const GRACE_MS = 60_000;

/** One run: starts everything, does harm while the flows run, and counts. `store: false` is the control. */
export async function runFleet({ file, store, ...options }) {
  const database = join(temporaryDirectory(), 'reservas.sqlite');
  const redis = store ? await Redis.start() : undefined;
  const env = {
    VUELTA_KEYS: `fleet:${randomBytes(32).toString('base64url')}`,
    RESERVAS_DB: database,
    RESERVAS_DEMORA_MS: String(DELAY_MS),
    RESERVAS_TURNO_MS: String(LEASE_MS),
    ...(redis && { REDIS_URL: redis.url }),
  };
  const replicas = new Replicas({ file, env, count: REPLICAS });
  try {
    await replicas.start();
    const ran = await drive({ ...options, replicas, redis });
    return { ...ran, ...audit(ran.flows, readBookings(database), ran.ledger) };
  } finally {
    await replicas.stop();
    await redis?.stop();
  }
}

async function drive({ replicas, redis, flows, kills, restarts, seconds, seed }) {
  const ledger = new Ledger();
  const proxy = new Proxy({ replicas, onReply: (place, reply) => ledger.note(place, reply) });
  const url = await proxy.listen();
  const deadline = Date.now() + seconds * 1000 + GRACE_MS;
  const driver = new Driver({ url, deadline });
  try {
    const [ended, killed, restarted] = await Promise.all([
      startFlows({ driver, flows, seconds, seed }),
      killReplicas({ replicas, kills, seconds, seed }),
      redis === undefined ? 0 : restartRedis({ redis, restarts, seconds }),
    ]);
    await replicas.whole();
    await untilIdle(proxy);
    return { flows: ended, killed, restarted, ledger, proxy, driver, replicas };
  } finally {
    await proxy.close();
  }
}

/** The flows begin at even intervals, so that the harm meets them in all their rounds. */
function startFlows({ driver, flows, seconds, seed }) {
  return Promise.all(
    Array.from({ length: flows }, async (_, number) => {
      const plan = planFlow(seed, number);
      await pause((number / flows) * seconds * 1000);
      try {
        return { plan, outcome: await driver.run(plan) };
      } catch (error) {
        return { plan, why: error.message };
      }
    }),
  );
}

async function untilIdle(proxy) {
  for (const until = Date.now() + IDLE_MS; !proxy.isIdle && Date.now() < until;) await pause(20);
}
