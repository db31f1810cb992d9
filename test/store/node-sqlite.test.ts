import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { CHECKS } from './suite.js';

const run = promisify(execFile);
const REPO = resolve(import.meta.dirname, '../..');

/** The Node of the test, or the first one that has node:sqlite without a flag. */
const HAS_IT = process.getBuiltinModule('node:sqlite') !== undefined;
const [COMMAND, ARGUMENTS] = HAS_IT ? [process.execPath, []] : ['npx', ['-y', '-p', 'node@22', 'node']];

interface Line {
  readonly source?: string;
  readonly name?: string;
  readonly error?: string;
  readonly native?: readonly string[];
}

describe('sqliteStore over node:sqlite, built', () => {
  let lines: Line[];
  beforeAll(async () => {
    const { stdout } = await run(COMMAND, [...ARGUMENTS, join(import.meta.dirname, 'node-sqlite.mjs')], { cwd: REPO });
    lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
  }, 120_000);

  const cases = ['path', 'database'].flatMap((source) => CHECKS.map(({ name }) => [source, name] as const));
  it.each(cases)('%s: %s', (source, name) => {
    const line = lines.find((line) => line.source === source && line.name === name);
    expect(line).toEqual({ source, name });
  });

  it('waits for a lock that another connection holds', () => {
    expect(lines.at(-2)).toEqual({ source: 'path', name: 'waits for a lock', kind: 'new' });
  });

  it('a path loads no other driver where the runtime has one', () => {
    expect(lines.at(-1)).toEqual({ native: [] });
  });
});

it('no entry loads a driver by itself, and a path without any is driver_missing', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'vuelta-driverless-'));
  await cp(join(REPO, 'dist'), join(directory, 'dist'), { recursive: true });
  await writeFile(join(directory, 'package.json'), '{"type":"module"}');
  await writeFile(
    join(directory, 'open.js'),
    `import { sqliteStore } from './dist/store/sqlite.js';
    import './dist/store/redis.js';
    import './dist/store/index.js';
    await sqliteStore('flows.db').catch(({ code, next, message }) => console.log(JSON.stringify({ code, next, message })));`,
  );
  const without = HAS_IT ? ['--no-experimental-sqlite'] : [];
  const { stdout } = await run(process.execPath, [...without, 'open.js'], { cwd: directory });
  expect(JSON.parse(stdout)).toEqual({
    code: 'driver_missing',
    next: 'fix',
    message: expect.stringContaining('Install better-sqlite3') as string,
  });
  await rm(directory, { recursive: true });
});
