import { once } from 'node:events';
import type { Fixture } from './fixture/index.js';

/** Options of {@link conformanceFixture}. */
export interface ConformanceFixtureOptions {
  /** The port on 127.0.0.1, 0 to 65535; 0 is a free one. */
  readonly port: number;
  /** The server that is written with the SDK alone, with one line put in. */
  readonly plain?: boolean;
}

/**
 * The command `vuelta conformance-fixture`: serves the fixture until SIGINT or SIGTERM. The first line of stdout is its address.
 *
 * @returns the exit code: 0, or 1 when the port cannot be had.
 */
export async function conformanceFixture({ port, plain }: ConformanceFixtureOptions): Promise<number> {
  const { serveFixture } = await import('./fixture/index.js');
  let fixture: Fixture;
  try {
    fixture = await serveFixture({ port, plain });
  } catch (error) {
    if (error instanceof RangeError) throw error;
    process.stderr.write(`conformance-fixture: ${(error as Error).message}\n`);
    return 1;
  }
  const stop = new AbortController();
  const stopped = Promise.race(STOP.map((name) => once(process, name, { signal: stop.signal })));
  process.stdout.write(`${fixture.url}\n`);
  await stopped;
  stop.abort();
  await fixture.close();
  return 0;
}

const STOP = ['SIGINT', 'SIGTERM'] as const;
