import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { compiles } from './sweep.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const OUTSIDE = new Set(['.git', 'node_modules', 'coverage']);
const LIMIT_MS = 600_000;

/** A copy of the tree, in which mutants are made and tested one after the other; the tree itself is never touched. */
export class Copy {
  #place = mkdtempSync(join(tmpdir(), 'vuelta-mutants-'));

  constructor() {
    cpSync(ROOT, this.#place, {
      recursive: true,
      filter: (path) => resolve(path, '..') !== ROOT || !OUTSIDE.has(basename(path)),
    });
    symlinkSync(join(ROOT, 'node_modules'), join(this.#place, 'node_modules'));
    process.once('exit', () => this.remove());
  }

  /** The first test that the mutant kills, or `undefined`: it survives all stages. */
  async killerOf({ file, edit, tests }) {
    const path = join(this.#place, file);
    const source = readFileSync(path, 'utf8');
    const edited = edit(source);
    if (!compiles(file, edited)) return 'the compiler: it is no program';
    writeFileSync(path, edited);
    try {
      for (const stage of tests) {
        const failed = await this.failureOf(stage);
        if (failed !== undefined) return failed;
      }
      return undefined;
    } finally {
      writeFileSync(path, source);
    }
  }

  /** The first of these tests that fails, or `undefined`; with `retry`, one that is only late does not. */
  async failureOf(tests, retry = 0, bail = 1) {
    if (tests.length === 0) return undefined;
    const report = join(this.#place, 'mutant.json');
    rmSync(report, { force: true });
    const args = [
      'run',
      `--bail=${bail}`,
      `--retry=${retry}`,
      '--maxWorkers=1',
      '--reporter=json',
      `--outputFile=${report}`,
      ...tests,
    ];
    const child = spawn(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), ...args], {
      cwd: this.#place,
      stdio: 'ignore',
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
    });
    const [code, signal] = await once(child, 'exit');
    if (code === 0) return undefined;
    if (signal !== null) return 'they do not end';
    // A run that gives up at its first failure may leave out which one that was, and a vitest that gives up itself proves nothing.
    const failed = existsSync(report) ? failedIn(report) : undefined;
    return failed ?? (bail === 0 ? 'a rejection that nobody handles' : this.failureOf(tests, retry, 0));
  }

  remove() {
    rmSync(this.#place, { recursive: true, force: true, maxRetries: 5 });
  }
}

function failedIn(report) {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  for (const { name, assertionResults, status } of testResults) {
    const failed = assertionResults.find((one) => one.status === 'failed');
    if (failed !== undefined) return `${basename(name)}: ${failed.fullName}`;
    if (status === 'failed') return `${basename(name)}: it does not load`;
  }
  return undefined;
}
