import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Manifest {
  readonly name?: string;
  readonly version: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

const read = (file: string | URL): Manifest => JSON.parse(readFileSync(file, 'utf8')) as Manifest;

/** This package, seen from `src/cli` and from `dist/cli`. */
export const OWN = read(new URL('../../package.json', import.meta.url));

/** The servers that come with a checkout of it. */
export const KIT = fileURLToPath(new URL('../../kit/', import.meta.url));

/** Major, minor and patch of `2.4.0`, and of the range `^2.4.0`. */
const partsOf = (version: string): number[] => (/\d+(?:\.\d+){0,2}/.exec(version)?.[0] ?? '0').split('.').map(Number);

/** A package that a command stands on is not there, or is another version of it: nothing of the command can be run. */
export class MissingPackage extends Error {
  constructor(what: string, name: string) {
    const [major = 0] = partsOf(OWN.peerDependencies[name] ?? '');
    super(`this command needs ${name}, ${what}: npm install ${name}@${major}`);
    this.name = 'MissingPackage';
  }
}

function pathOf(name: string): string {
  try {
    return fileURLToPath(import.meta.resolve(name));
  } catch {
    throw new MissingPackage('which is not installed', name);
  }
}

/** The version of the package that a file belongs to; nothing where that cannot be found out. */
function versionOf(name: string, file: string): string | undefined {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    try {
      const manifest = read(join(folder, 'package.json'));
      if (manifest.name === name) return manifest.version;
    } catch {
      // The package goes on in the folder above.
    }
  }
  return undefined;
}

/** Whether a version is in a range with a caret, the only kind that this package has. */
function suits(version: string, range: string): boolean {
  const [major = 0, minor = 0, patch = 0] = partsOf(version);
  const [wanted = 0, least = 0, smallest = 0] = partsOf(range);
  return major === wanted && (minor > least || (minor === least && patch >= smallest));
}

/** Refuses to begin without these packages. They are optional for who only writes a server, so npm does not see to them. */
export function requirePackages(names: readonly string[]): void {
  for (const name of names) {
    const version = versionOf(name, pathOf(name));
    const range = OWN.peerDependencies[name];
    if (version === undefined || range === undefined || suits(version, range)) continue;
    throw new MissingPackage(`and ${version} of it is installed, which is not ${range}`, name);
  }
}
