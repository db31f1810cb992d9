import '../services/leash.mjs';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { CLIENT_SCENARIOS, SERVER_SCENARIOS } from './scenarios.mjs';
import { findSuite, runClient, runServer } from './suite.mjs';

// Serves the built fixture, runs every scenario against it and against the client, prints a table, and exits 1 unless all of it passes.

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));

const FIXTURE = ['dist/cli/main.js', 'conformance-fixture', '--port', '0'];

/** Made with `rounds.*`; and written with the SDK alone, with the one line put in. */
const SERVERS = { server: FIXTURE, 'plain server with one line': [...FIXTURE, '--plain'] };

const CLIENT = 'node test/conformance/client.mjs';
const COLUMNS = ['SUCCESS', 'FAILURE', 'WARNING', 'SKIPPED'];

const suite = findSuite();
const groups = [];
for (const [name, command] of Object.entries(SERVERS)) groups.push(...(await serverGroups(name, command)));
groups.push(await clientGroup());
report(groups);
process.exitCode = groups.every(({ rows }) => rows.every(isClean)) ? 0 : 1;

async function serverGroups(name, command) {
  const server = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const url = await firstLine(server);
    const groups = [];
    for (const [revision, { required, reported }] of Object.entries(SERVER_SCENARIOS)) {
      const rows = await runServer(suite, revision, [...required, ...reported], url);
      groups.push({ title: `${name}, required by ${revision}`, rows: rows.slice(0, required.length) });
      groups.push({ title: `${name}, reported for ${revision}`, rows: rows.slice(required.length) });
    }
    return groups;
  } finally {
    server.kill();
  }
}

async function clientGroup() {
  const rows = [];
  for (const scenario of CLIENT_SCENARIOS) rows.push(await runClient(suite, scenario, CLIENT));
  return { title: 'client', rows };
}

async function firstLine(child) {
  for await (const line of createInterface(child.stdout)) return line;
  throw new Error('the fixture ended before it wrote its address');
}

function isClean({ failed }) {
  return failed.length === 0;
}

function report(groups) {
  const rows = groups.flatMap((group) => group.rows);
  const width = Math.max(...rows.map(({ scenario }) => scenario.length)) + 2;
  console.log(`conformance ${suite.version}`.padEnd(width), '  passed  failed  warned  skipped');
  for (const { title, rows } of groups) {
    console.log(`\n${title}: ${rows.filter(isClean).length} of ${rows.length} clean`);
    for (const { scenario, checks } of rows) {
      const counts = COLUMNS.map((name) => checks.filter(({ status }) => status === name).length);
      console.log(`  ${scenario}`.padEnd(width), counts.map((count) => String(count).padStart(8)).join(''));
    }
  }
  for (const { scenario, failed } of rows) {
    for (const { id, status, errorMessage } of failed)
      console.error(`\n${status} ${scenario} ${id}\n  ${errorMessage}`);
  }
  console.log(`\n${rows.filter(isClean).length} of ${rows.length} scenarios clean`);
}
