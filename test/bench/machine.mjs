import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';

/** Watches the machine from now on; what it returns says what it is, how busy it was, and how much of it a hypervisor kept for others. */
export function watchMachine() {
  const before = ticks();
  const used = process.cpuUsage();
  const [loadBefore] = loadavg();
  return () => {
    const after = ticks();
    const own = process.cpuUsage(used);
    return {
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      processor: cpus()[0]?.model ?? 'unknown',
      processors: availableParallelism(),
      load_before: loadBefore,
      load_after: loadavg()[0],
      own_cpu_s: (own.user + own.system) / 1e6,
      ...(before !== undefined && after !== undefined && between(before, after)),
    };
  };
}

function between(before, after) {
  const all = after.all - before.all;
  return { busy: 1 - (after.idle - before.idle) / all, steal: (after.steal - before.steal) / all };
}

/** The first line of `/proc/stat`, where there is one: user, nice, system, idle, iowait, irq, softirq, steal. */
function ticks() {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
    const values = line.split(/\s+/u).slice(1, 9).map(Number);
    const [, , , idle = 0, iowait = 0, , , steal = 0] = values;
    return { all: values.reduce((sum, value) => sum + value, 0), idle: idle + iowait, steal };
  } catch {
    return undefined;
  }
}
