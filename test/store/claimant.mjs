// One of several processes that race for the same rounds and steps: says "ready", reads the time of the start, and prints what it got.
// node claimant.mjs (sqlite PATH | redis URL | ioredis URL) FLOW ROUNDS
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';

const [kind, address, flow, rounds] = /** @type {[string, string, string, string]} */ (
  /** @type {unknown} */ (process.argv.slice(2))
);

/** @returns {Promise<{ store: import('vuelta/store').Store, end: () => unknown }>} */
async function open() {
  if (kind === 'sqlite') {
    const { sqliteStore } = await import('vuelta/store/sqlite');
    const store = await sqliteStore(address);
    return { store, end: () => store.close() };
  }
  const { redisStore } = await import('vuelta/store/redis');
  if (kind === 'ioredis') {
    const { Redis } = await import('ioredis');
    const client = new Redis(address);
    return { store: redisStore(client), end: () => client.disconnect() };
  }
  const { createClient } = await import('redis');
  const client = createClient({ url: address });
  await client.connect();
  return { store: redisStore(client), end: () => client.close() };
}

const { store, end } = await open();
process.stdout.write('ready\n');
const [line] = /** @type {[Buffer]} */ (await once(process.stdin, 'data'));
const start = Number(line.toString());

const expiresAt = start + 600_000;
const owner = randomUUID();
const found = [];
for (let round = 0; round < Number(rounds); round += 1) {
  await at(start + round * 10);
  const claimed = await store.claim({ flow, round, fingerprint: 'yes', owner, leaseMs: 60_000, expiresAt });
  const { kind: begun } = await store.beginStep(flow, `step ${round}`, expiresAt);
  const kept = await store.endStep(flow, `step ${round}`, `${owner} ${round}`, expiresAt);
  if (claimed.kind === 'won') await store.settle({ flow, round, owner }, owner, expiresAt);
  found.push({ claimed: claimed.kind, begun, kept });
}
await end();
process.stdin.destroy();
process.stdout.write(`${JSON.stringify({ owner, found })}\n`);

/** @param {number} time */
async function at(time) {
  await new Promise((resolve) => setTimeout(resolve, time - Date.now() - 2));
  while (Date.now() < time);
}
