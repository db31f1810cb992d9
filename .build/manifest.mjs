// Before a pack, takes `prepare` out of package.json: it builds a checkout, and whoever installs the tarball has nothing to build.
// After it, `restore` puts it back. Both change one line, and doing either twice changes nothing more.
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('../package.json', import.meta.url);
const PREPARE = '    "prepare": "npm run build",\n';
const BEFORE = '    "prepack": ';

const without = readFileSync(FILE, 'utf8').replace(PREPARE, '');
const restored = without.replace(BEFORE, () => `${PREPARE}${BEFORE}`);
writeFileSync(FILE, process.argv[2] === 'restore' ? restored : without);
