import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of a package that is installed in a stack's own folder. */
export function versionOf(directory, name) {
  return JSON.parse(readFileSync(join(directory, 'node_modules', name, 'package.json'), 'utf8')).version;
}
