import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The suite and the runtime it needs, both from the npm registry; neither is a dependency of the package. */
const PACKAGES = ['node@22', '@modelcontextprotocol/conformance@0.2.0-alpha.12'];

/** How long one scenario may take, the start of its process included. */
const PATIENCE_MS = 90_000;

/** Fetches the suite and finds its runtime and its command. */
export function findSuite() {
  const wanted = PACKAGES.flatMap((name) => ['-p', name]);
  const windows = process.platform === 'win32';
  const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], shell: windows };
  const node = execFileSync('npx', ['-y', ...wanted, '--', 'node', '-p', 'process.execPath'], options).trim();
  const manifest = createRequire(node).resolve('@modelcontextprotocol/conformance/package.json');
  const { bin, version } = JSON.parse(readFileSync(manifest, 'utf8'));
  return { node, version, command: join(dirname(manifest), bin.conformance) };
}

/**
 * Runs one scenario. It passes when nothing in it failed or warned, something in it succeeded, and its process ended well: a
 * scenario that could not run proves nothing.
 */
export async function runScenario(suite, side, scenario, args) {
  const directory = mkdtempSync(join(tmpdir(), 'vuelta-conformance-'));
  try {
    const command = [suite.command, side, '--scenario', scenario, '--output-dir', directory, ...args];
    const { code, output } = await run(suite.node, command);
    const checks = readdirSync(directory).flatMap((name) =>
      JSON.parse(readFileSync(join(directory, name, 'checks.json'), 'utf8')),
    );
    const failed = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
    const ran = code === 0 && checks.some(({ status }) => status === 'SUCCESS');
    if (!ran && failed.length === 0)
      failed.push({ id: 'scenario-ran', status: 'FAILURE', errorMessage: output.slice(-2000) });
    return { checks, failed };
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
