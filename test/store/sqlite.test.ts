import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import Database from 'better-sqlite3';
import { sqliteStore } from '../../src/store/sqlite.js';
import { describeStore } from './describe-store.js';

describeStore('sqliteStore(path)', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'vuelta-sqlite-'));
  const path = join(directory, 'flows.db');
  const open = () => sqliteStore(path);
  const [one, other] = [await open(), await open()];
  return {
    one,
    other,
    open,
    async end() {
      await one.close();
      await other.close();
      rmSync(directory, { recursive: true });
    },
  };
});

describeStore('sqliteStore(a database of better-sqlite3)', async () => {
  const database = new Database(':memory:');
  const open = () => sqliteStore(database);
  return { one: await open(), other: await open(), open, end: () => database.close() };
});

describeStore('sqliteStore(a database that reads BigInt)', async () => {
  const database = new Database(':memory:').defaultSafeIntegers(true);
  const open = () => sqliteStore(database);
  return { one: await open(), other: await open(), open, end: () => database.close() };
});

describeStore('sqliteStore(a database of @photostructure/sqlite)', async () => {
  const database = new DatabaseSync(':memory:');
  const open = () => sqliteStore(database);
  return { one: await open(), other: await open(), open, end: () => database.close() };
});
