import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { processes, processOf } from './processes.mjs';

// Reads `+PID` and `-PID` from the process that started it. When that one is gone, it ends what is left of them, and all of their descendants.

const SELF = fileURLToPath(import.meta.url);

/** When each of them began: a pid whose end nobody told may be somebody else's by now. */
const kept = new Map();
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const pid = Number(line.slice(1));
    if (line.startsWith('+')) kept.set(pid, processOf(pid)?.began);
    else kept.delete(pid);
  })
  .on('close', endAll);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

/** Each is stopped before its children are looked for: what is stopped starts no others. */
function endAll() {
  const stopped = new Set();
  const ours = [...kept.keys()].filter((pid) => processOf(pid)?.began === kept.get(pid));
  for (let found = ours; found.length > 0; found = childrenOf(stopped)) {
    for (const pid of found) {
      send(pid, 'SIGSTOP');
      stopped.add(pid);
    }
  }
  for (const pid of stopped) send(pid, 'SIGKILL');
}

/** A keeper among them is left alone: it ends by itself, and has its own to end. */
function childrenOf(parents) {
  return processes()
    .filter(({ pid, parent, command }) => parents.has(parent) && !parents.has(pid) && !command.includes(SELF))
    .map(({ pid }) => pid);
}

function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended meanwhile.
  }
}
