// #region imports
import { createVuelta, memoryStore } from 'vuelta';
import { redisStore } from 'vuelta/store/redis';
import { sqliteStore } from 'vuelta/store/sqlite';
// #endregion
import Database from 'better-sqlite3';
import { Cluster, Redis } from 'ioredis';
import { createClient, createCluster } from 'redis';

const keys = process.env['VUELTA_KEYS'];

export function memory() {
  // #region memory
  const vuelta = createVuelta({ keys, store: memoryStore({ maxBytes: 1024 ** 3 }) });
  // #endregion
  return vuelta;
}

export async function sqlite(path: string) {
  // #region sqlite
  const store = await sqliteStore(path); // the same path in every process of this machine
  const vuelta = createVuelta({ keys, store });

  process.once('exit', () => void store.close());
  // #endregion
  return { vuelta, store };
}

export async function ownDatabase(path: string) {
  // #region own-database
  const database = new Database(path);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('busy_timeout = 5'); // the store waits by itself, without stopping the event loop
  const store = await sqliteStore(database);
  // #endregion
  return { store, database };
}

export async function redis(url: string) {
  // #region redis
  const client = createClient({ url, disableOfflineQueue: true });
  client.on('error', (error: Error) => console.error(`redis: ${error.message}`));
  await client.connect();
  const vuelta = createVuelta({ keys, store: redisStore(client) });
  // #endregion
  return { vuelta, client };
}

export async function ioredis(url: string) {
  // #region ioredis
  const client = new Redis(url, { enableOfflineQueue: false, lazyConnect: true });
  client.on('error', (error: Error) => console.error(`redis: ${error.message}`));
  await client.connect();
  const vuelta = createVuelta({ keys, store: redisStore(client, { prefix: 'classes' }) });
  // #endregion
  return { vuelta, client };
}

export async function cluster(url: string, host: string, port: number) {
  // #region cluster
  const one = await createCluster({ rootNodes: [{ url }] }).connect(); // redis
  const other = new Cluster([{ host, port }]); // ioredis
  const stores = [redisStore(one), redisStore(other)];
  // #endregion
  return { stores, clients: [one, other] };
}
