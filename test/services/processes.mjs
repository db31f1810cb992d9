import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Where the start of the process, in ticks since the machine came up, stands behind its parent. */
const BEGAN = 17;

const HAS_PROC = existsSync('/proc/self/stat');

/** What runs on this machine. One that has ended, and was not waited for, does not count. */
export function processes() {
  if (HAS_PROC) return readdirSync('/proc').flatMap(processIn);
  const table = execFileSync('ps', ['-Ao', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' });
  return table.split('\n').flatMap((line) => {
    const [, pid, parent, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined || state.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

/** One of them; where there is no /proc it would cost too much to look. */
export function processOf(pid) {
  return HAS_PROC ? processIn(String(pid))[0] : undefined;
}

function processIn(name) {
  if (!/^\d+$/.test(name)) return [];
  try {
    // The name of the program, in parentheses, may hold anything.
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    const [state, parent, ...more] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent), command, began: more[BEGAN] }];
  } catch {
    return []; // It ended meanwhile.
  }
}
