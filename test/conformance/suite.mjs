import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';

/** The suite and the runtime it needs, both from the npm registry; neither is a dependency of the package. */
const PACKAGES = ['node@22', '@modelcontextprotocol/conformance@0.2.0-alpha.12'];

/** How long one run of the suite may take, the start of its process included. */
const PATIENCE_MS = 180_000;

/** Fetches the suite and finds its runtime, its command and the files that say what each revision requires. */
export function findSuite() {
  const wanted = PACKAGES.flatMap((name) => ['-p', name]);
  const windows = process.platform === 'win32';
  const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], shell: windows };
  const node = execFileSync('npx', ['-y', ...wanted, '--', 'node', '-p', 'process.execPath'], options).trim();
  const manifest = createRequire(node).resolve('@modelcontextprotocol/conformance/package.json');
  const { bin, version } = JSON.parse(readFileSync(manifest, 'utf8'));
  const root = dirname(manifest);
  return { node, version, command: join(root, bin.conformance), requirements: join(root, 'requirements') };
}

/** What the suite requires of a server, and what else it runs and reports for that revision, extensions left out. */
export function serverRequirements(suite, revision) {
  const { server, not_scored: others } = parse(readFileSync(join(suite.requirements, `${revision}.yaml`), 'utf8'));
  const reported = others.filter(({ leg, reason }) => leg === 'server' && reason !== 'extension');
  return { required: server, reported: reported.map(({ scenario }) => scenario) };
}

/**
 * Runs what a revision requires of a server, in one process of the suite, and returns a verdict for each of `scenarios`. One that
 * the suite did not run has failed.
 */
export async function runServer(suite, revision, scenarios, url) {
  const { ended, results } = await runSuite(suite, ['server', '--requirements', revision, '--url', url]);
  const ran = scenarios.map((scenario) => ({ scenario, checks: results.get(`server-${scenario}`) ?? [] }));
  return verdicts(ran, ended);
}

/** Runs one client scenario: `command` is the client, and gets the address of the suite's server as its last argument. */
export async function runClient(suite, scenario, command) {
  const { ended, results } = await runSuite(suite, ['client', '--scenario', scenario, '--command', command]);
  const [row] = verdicts([{ scenario, checks: [...results.values()].flat() }], ended);
  return row;
}

/**
 * A scenario passes when nothing in it failed or warned and something in it succeeded: one that could not run proves nothing. When
 * the suite did not end well and no scenario says why, none has passed.
 */
function verdicts(ran, { code, output }) {
  const rows = ran.map(({ scenario, checks }) => ({
    scenario,
    checks,
    failed: checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING'),
  }));
  const unexplained = code !== 0 && rows.every(({ failed }) => failed.length === 0);
  for (const { checks, failed } of rows) {
    const silent = failed.length === 0 && !checks.some(({ status }) => status === 'SUCCESS');
    if (unexplained || silent)
      failed.push({ id: 'scenario-ran', status: 'FAILURE', errorMessage: output.slice(-2000) });
  }
  return rows;
}

/** The suite leaves a folder for each scenario, named after it and the time. */
async function runSuite(suite, args) {
  const directory = mkdtempSync(join(tmpdir(), 'vuelta-conformance-'));
  try {
    const ended = await run(suite.node, [suite.command, ...args, '--output-dir', directory]);
    const results = new Map();
    for (const name of readdirSync(directory)) {
      const file = join(directory, name, 'checks.json');
      if (!existsSync(file)) continue;
      results.set(name.replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, ''), JSON.parse(readFileSync(file, 'utf8')));
    }
    return { ended, results };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function run(file, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: PATIENCE_MS });
    let output = '';
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout.setEncoding('utf8').on('data', collect);
    child.stderr.setEncoding('utf8').on('data', collect);
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code: code ?? signal, output }));
  });
}
