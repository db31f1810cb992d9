import { redisStore } from 'vuelta/store/redis';
import { call } from './call.mjs';
import { FLOWS } from './flows.mjs';
import { median, ratioOf, steadily, taken } from './interleave.mjs';
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
  retry_ms: some.retry_ms,
  flow_ms: some.flow_ms,
  ratio: some.retry_ms / none.retry_ms,
  flow_ratio: some.flow_ms / none.flow_ms,
  unsteady: some.unsteady,
});

async function against(store, scale) {
  const measure = async () => {
    const some = timed({ store });
    const none = timed({ singleUse: false });
    const times = await taken({ some: some.run, none: none.run }, scale);
    const retries = { some: some.retry(scale.warmup), none: none.retry(scale.warmup) };
    return { ...ratioOf(times.some, times.none), retries };
  };
  const { ours, theirs, retries, unsteady } = await steadily(measure, scale.again);
  return {
    some: { retry_ms: retries.some, flow_ms: ours, unsteady },
    none: { retry_ms: retries.none, flow_ms: theirs, unsteady: false },
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
