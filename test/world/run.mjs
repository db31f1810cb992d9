// Holds servers that nobody here wrote to the contract, and writes what comes of it into docs/reference/world.md.
//
//   npm run world [-- --skip-install] [STACK …]
import '../services/leash.mjs';
import { mkdirSync, readdirSync, readFileSync, writeFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, install } from './install.mjs';
import { ERAS, measure } from './measure.mjs';
import { writePage } from './page.mjs';
import { start } from './start.mjs';

const HERE = import.meta.dirname;
const RESULTS = join(HERE, 'dist');
const PAGE = join(HERE, '../../docs/reference/world.md');

const args = process.argv.slice(2);
const skipInstall = args.includes('--skip-install');
const every = readdirSync(HERE).filter((name) => existsSync(join(HERE, name, 'stack.mjs')));
const wanted = args.filter((arg) => !arg.startsWith('--'));
const unknown = wanted.filter((name) => !every.includes(name));
if (unknown.length > 0)
  throw new RangeError(`There is no stack ${unknown.join(', ')}. There are: ${every.join(', ')}.`);

/** The contract, when it has been built. */
const { checkServer } = await import('vuelta/contract');

mkdirSync(RESULTS, { recursive: true });
let failed = 0;
for (const name of wanted.length > 0 ? wanted : every) {
  const result = await resultOf(name).catch((error) => ({ stack: name, error: `${error.message}` }));
  writeFileSync(join(RESULTS, `${name}.json`), JSON.stringify(result, undefined, 2));
  if (result.error !== undefined) failed += 1;
  console.log(summary(result));
}

const missing = every.filter((name) => !existsSync(join(RESULTS, `${name}.json`)));
if (missing.length > 0) console.log(`the page is not written: no results of ${missing.join(', ')}`);
else
  writePage(
    PAGE,
    every.map((name) => JSON.parse(readFileSync(join(RESULTS, `${name}.json`), 'utf8'))),
  );
process.exitCode = failed > 0 ? 1 : 0;

async function resultOf(name) {
  const directory = join(HERE, name);
  if (!skipInstall) install(directory);
  const stack = await import(pathToFileURL(join(directory, 'stack.mjs')).href);
  if (!skipInstall) build(stack);
  const place = await start(stack);
  try {
    const measured = await measureAll(place.target, stack.cases);
    const stdio = stack.stdio === undefined ? undefined : await start({ ...stack, target: stack.stdio });
    const overStdio = stdio === undefined ? [] : await measureAll(stdio.target, stack.cases);
    const asks = ERAS.filter((era) => measured.some((one) => one.era === era && one.asks));
    const report = asks.length > 0 ? await contract(stack.cases, place, stdio, asks[0]) : undefined;
    const facts = {
      stack: name,
      at: new Date().toISOString().slice(0, 10),
      name: stack.name,
      version: stack.version(),
      runtime: stack.runtime,
      transport: place.transport,
    };
    const differs = asks.join() !== stack.era.join();
    const error = differs
      ? `it asks on ${asks.join(', ') || 'no revision'}, and stack.mjs says ${stack.era.join(', ')}`
      : undefined;
    return { ...facts, asks, measured, overStdio, report, ...(error && { error }) };
  } finally {
    await place.stop();
  }
}

async function measureAll(target, cases) {
  const measured = [];
  for (const of of cases) {
    for (const era of ERAS) measured.push({ case: of.tool, ...(await measure(target, of, era)) });
  }
  return measured;
}

/** The results of the contract, without what was sent and received. */
async function contract(cases, { target }, stdio, era) {
  const transports = stdio === undefined ? {} : { transports: { stdio: stdio.target, http: target } };
  const { results, ms } = await checkServer({ target, cases, era, ...transports });
  return { ms, era, results: results.map(withoutEvidence) };
}

function withoutEvidence({ id, level, title, case: of, status, message }) {
  return { id, level, title, case: of, status, message };
}

function summary({ stack, version = '', asks = [], report, error }) {
  const counted = ['pass', 'fail', 'not-testable', 'not-applicable'].map(
    (status) => `${status} ${report?.results.filter((result) => result.status === status).length ?? '–'}`,
  );
  return [stack, version, asks.join(' '), counted.join(', '), error ?? ''].join(' · ');
}
