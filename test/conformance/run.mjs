import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { CLIENT_SCENARIOS, SERVER_SCENARIOS } from './scenarios.mjs';
import { findSuite, runScenario } from './suite.mjs';

// Compiles the two programs under test, runs every scenario against them, prints a table, and exits 1 unless all of it passes.

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));

const HERE = 'test/conformance';
const COLUMNS = ['SUCCESS', 'FAILURE', 'WARNING', 'SKIPPED'];

const compiler = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', HERE], { stdio: 'inherit' });
if (compiler.status !== 0) process.exit(1);
const suite = findSuite();
const rows = [
  ...(await serverRows()),
  ...(await rowsOf('client', CLIENT_SCENARIOS, ['--command', `node ${HERE}/dist/client.js`])),
];
report(rows);
process.exitCode = rows.every(({ failed }) => failed.length === 0) ? 0 : 1;

async function serverRows() {
  const server = spawn(process.execPath, [`${HERE}/dist/server.js`], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    return await rowsOf('server', SERVER_SCENARIOS, ['--url', await firstLine(server)]);
  } finally {
    server.kill();
  }
}

async function firstLine(child) {
  for await (const line of createInterface(child.stdout)) return line;
  throw new Error('the server under test ended before it wrote its address');
}

async function rowsOf(side, scenarios, args) {
  const rows = [];
  for (const scenario of scenarios) {
    const { checks, failed } = await runScenario(suite, side, scenario, args);
    rows.push({
      scenario,
      counts: COLUMNS.map((name) => checks.filter(({ status }) => status === name).length),
      failed,
    });
  }
  return rows;
}

function report(rows) {
  const width = Math.max(...rows.map(({ scenario }) => scenario.length));
  console.log(`conformance ${suite.version}`.padEnd(width), '  passed  failed  warned  skipped');
  for (const { scenario, counts } of rows) {
    console.log(scenario.padEnd(width), counts.map((count) => String(count).padStart(8)).join(''));
  }
  for (const { scenario, failed } of rows) {
    for (const { id, status, errorMessage } of failed)
      console.error(`\n${status} ${scenario} ${id}\n  ${errorMessage}`);
  }
}
