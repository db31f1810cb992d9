import { processes, type Running } from './processes.mjs';

/** What a process started, and all that came of that. */
export function descendantsOf(pid: number): Running[] {
  const all = processes();
  const found: Running[] = [];
  for (let parents = [pid]; parents.length > 0;) {
    const children = all.filter(({ parent }) => parents.includes(parent));
    found.push(...children);
    parents = children.map((child) => child.pid);
  }
  return found;
}
