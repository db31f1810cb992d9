import { join } from 'node:path';
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { redisStore } from 'vuelta/store/redis';
import { sqliteStore } from 'vuelta/store/sqlite';
import { memoryStore } from 'vuelta';
import { temporaryDirectory } from '../services/children.mjs';

/** Every store that the package has, opened; `close` closes them all. */
export async function openStores({ port, url }) {
  const directory = temporaryDirectory();
  const nodeRedis = await createClient({ url }).connect();
  const ioredis = new Redis(port, '127.0.0.1');
  const stores = {
    memory: memoryStore(),
    sqlite: await sqliteStore(join(directory, 'full.db')),
    sqlite_normal: await sqliteStore(join(directory, 'normal.db'), { synchronous: 'normal' }),
    redis: redisStore(nodeRedis, { prefix: 'node-redis' }),
    ioredis: redisStore(ioredis, { prefix: 'ioredis' }),
  };
  const close = async () => {
    await Promise.all(Object.values(stores).map((store) => store.close()));
    nodeRedis.destroy();
    ioredis.disconnect();
  };
  return { stores, nodeRedis, close };
}

/** The same client, and how many commands it was given. */
export function counted(client) {
  const counter = { calls: 0 };
  const watched = new Proxy(client, {
    get(target, name) {
      const member = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...args) => {
        counter.calls += 1;
        return member.apply(target, args);
      };
    },
  });
  return { client: watched, counter };
}
