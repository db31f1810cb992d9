// Writes dist: declarations by the compiler, and the code in few files by the bundler. One loader visit a file is what an import costs.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGE = 'src/panel/page';
/** Run by their paths: the command, the program of a child, and the panel for its screenshots. */
const PROGRAMS = ['cli/main', 'cli/serve-module', 'panel/index'];

process.chdir(ROOT);
rmSync('dist', { recursive: true, force: true });
const [library] = await Promise.all([bundleLibrary(), bundlePage()]);
if (library.warnings.length > 0) process.exitCode = 1;
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.', '--emitDeclarationOnly'], {
  stdio: 'inherit',
});
chmodSync('dist/cli/main.js', 0o755);

/** What two entries share is one chunk, so one class and one store in a process, whichever entry it came from. */
function bundleLibrary() {
  return build({
    entryPoints: [...exported(), ...PROGRAMS].map((name) => `src/${name}.ts`),
    outbase: 'src',
    outdir: 'dist',
    // One folder deep, as `src/cli` and `src/panel` are: `../../package.json` means the same from each.
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
  });
}

/** The page is one script: a browser asks for each module in turn. */
async function bundlePage() {
  await build({
    entryPoints: [`${PAGE}/main.ts`],
    outfile: 'dist/panel/page/main.js',
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
  });
  for (const folder of [PAGE, `${PAGE}/style`]) {
    for (const name of readdirSync(folder)) {
      if (/\.(?:html|css|svg)$/u.test(name)) copyFileSync(`${folder}/${name}`, `dist/panel/page/${name}`);
    }
  }
}

/** `./dist/state/index.js` of the exports map is built from `src/state/index.ts`. */
function exported() {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
  return Object.values(exports).flatMap(({ default: file }) =>
    file === undefined ? [] : [file.slice('./dist/'.length, -'.js'.length)],
  );
}
