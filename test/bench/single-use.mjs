import { redisStore } from 'vuelta/store/redis';
import { call } from './call.mjs';
import { FLOWS } from './flows.mjs';
import { interleave, median } from './interleave.mjs';
import { startRedis } from './redis-server.mjs';
import { counted, openStores } from './stores.mjs';
import { vueltaFlow } from './vuelta.mjs';

/** What single use costs with each store, a pair at a time against the same flow without it, and how often Redis is asked. */
export async function benchSingleUse(scale) {
  const redis = await startRedis();
  const { stores, nodeRedis, close } = await openStores(redis);
  try {
    const rows = {};
    for (const [name, store] of Object.entries(stores)) rows[name] = await against(store, scale);
    const { none } = rows.memory;
    const single = Object.entries(rows).map(([name, { some, none: base }]) => [name, compared(some, base)]);
    return {
      single_use: { none: compared(none, none), ...Object.fromEntries(single) },
      redis_round_trips: await roundTrips(nodeRedis),
    };
  } finally {
    await close();
    await redis.stop();
  }
}

const compared = (some, none) => ({
  ...some,
  ratio: some.retry_ms / none.retry_ms,
  flow_ratio: some.flow_ms / none.flow_ms,
});

async function against(store, scale) {
  const some = timed({ store });
  const none = timed({ singleUse: false });
  const flows = await interleave({ some: some.run, none: none.run }, scale);
  return {
    some: { retry_ms: some.retry(scale.warmup), flow_ms: flows.some },
    none: { retry_ms: none.retry(scale.warmup), flow_ms: flows.none },
  };
}

/** A two-leg flow; its second leg is timed on its own as well. */
function timed(options) {
  const handler = vueltaFlow(FLOWS.two, options);
  const retries = [];
  const onLeg = ({ resultType }, ms) => {
    if (resultType === 'complete') retries.push(ms);
  };
  return { run: () => call(handler, FLOWS.two, onLeg), retry: (warmup) => median(retries.slice(warmup)) };
}

/** Commands of one first round and of one retry, once the server has the scripts. */
async function roundTrips(nodeRedis) {
  const { client, counter } = counted(nodeRedis);
  const handler = vueltaFlow(FLOWS.two, { store: redisStore(client) });
  await call(handler, FLOWS.two);
  const seen = [];
  counter.calls = 0;
  await call(handler, FLOWS.two, () => {
    seen.push(counter.calls);
    counter.calls = 0;
  });
  const [first, retry] = seen;
  return { first, retry };
}
