// Gets what the tests need and this machine lacks: programs with Debian's apt-get, as root or through sudo, and better-sqlite3 with npm.
// Silent when all of it is there.
//
//   node test/services/install.mjs
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { cached, COMPILER, hasDriver, installDriver } from './driver.mjs';
import { NEEDED, pathOf } from './needed.mjs';

const LOCK_SECONDS = 300;

const driverIsMissing = !hasDriver();
const needed = driverIsMissing && !existsSync(cached()) ? [...NEEDED, ...COMPILER] : NEEDED;
const missing = () => needed.filter(({ command }) => pathOf(command) === undefined);

const before = missing();
if (before.length > 0) await install(before);
if (driverIsMissing && missing().length === 0) getDriver();

function getDriver() {
  if (!existsSync(cached()))
    console.error(
      `The tests need better-sqlite3: npm installs it into ${cached()}, once, and may compile it for a minute.`,
    );
  const said = installDriver();
  if (said === undefined && hasDriver()) return;
  console.error(`${said ?? ''}The tests need better-sqlite3, and it could not be installed.`);
  process.exitCode = 1;
}

async function install(wanted) {
  const prefix = rights();
  if (prefix === undefined) return fail(wanted);
  const names = packagesOf(wanted);
  console.error(`The tests need ${names.join(', ')}: installing with apt-get.`);
  await untilUnlocked(prefix, ['update', '-qq']);
  const said = await untilUnlocked(prefix, ['install', '-y', '-qq', ...names]);
  quiet(prefix, wanted);
  const left = missing();
  if (left.length > 0) fail(left, said);
}

/** What to put before apt-get; nothing where it cannot be run. */
function rights() {
  if (pathOf('apt-get') === undefined) return undefined;
  if (run('id', ['-u']).stdout.trim() === '0') return [];
  return run('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : undefined;
}

/** Runs apt-get; while another one holds a lock, waits for its end. DPkg::Lock::Timeout does not cover the lists and the archives. */
async function untilUnlocked(prefix, words) {
  const options = ['-o', `DPkg::Lock::Timeout=${LOCK_SECONDS}`];
  const [command, ...args] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...options, ...words];
  for (const deadline = Date.now() + LOCK_SECONDS * 1000; ; await pause(1000)) {
    const { status, stderr } = run(command, args);
    if (status === 0 || !/could not get lock/i.test(stderr) || Date.now() > deadline) return stderr;
  }
}

/** The tests start servers of their own. What a package has just started or would start with the machine stays off. */
function quiet(prefix, installed) {
  for (const { service } of installed) {
    if (service === undefined) continue;
    const [command, ...args] = [...prefix, 'env'];
    run(command, [...args, 'invoke-rc.d', service, 'stop']);
    run(command, [...args, 'update-rc.d', service, 'disable']);
  }
}

function packagesOf(wanted) {
  return [...new Set(wanted.map((one) => one.package))];
}

function fail(wanted, said = '') {
  const why = said.trim() === '' ? '' : `${said.trim()}\n`;
  const commands = wanted.map(({ command }) => command).join(', ');
  const names = packagesOf(wanted).join(' ');
  console.error(
    `${why}The tests need ${commands} on the PATH: install them (on Debian: sudo apt-get install ${names}) and run the tests again.`,
  );
  process.exitCode = 1;
}

function run(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  return { status, stdout: stdout ?? '', stderr: stderr ?? '' };
}
