import { readdir, readFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const DIST = resolve(import.meta.dirname, '../../dist');
const SRC = resolve(import.meta.dirname, '../../src');
const STATIC_IMPORT = /^\s*(?:import|export)\s(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]/gmu;

/** What a built entry loads when it is imported: files, the sources that are in them by their maps, and packages. */
async function graphOf(entry: string): Promise<{ files: string[]; folders: string[]; packages: string[] }> {
  const files = new Set<string>();
  const sources = new Set<string>();
  const packages = new Set<string>();
  const queue = [resolve(DIST, entry)];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    for (const source of await sourcesOf(file)) sources.add(source);
    for (const [, specifier = ''] of (await readFile(file, 'utf8')).matchAll(STATIC_IMPORT)) {
      if (specifier.startsWith('.')) queue.push(resolve(dirname(file), specifier));
      else packages.add(specifier);
    }
  }
  return { files: [...files], folders: foldersOf([...sources]), packages: [...packages] };
}

async function sourcesOf(file: string): Promise<string[]> {
  const { sources } = JSON.parse(await readFile(`${file}.map`, 'utf8')) as { sources: string[] };
  return sources.map((source) => relative(SRC, resolve(dirname(file), source)));
}

const foldersOf = (sources: string[]): string[] =>
  [...new Set(sources.filter((source) => source.includes('/')).map((source) => source.split('/')[0] ?? ''))].sort();

describe('the built import graph', () => {
  it('the root entry reaches only what a server author pays for, and loads only the SDK server', async () => {
    const { folders: reached, packages } = await graphOf('index.js');
    expect(reached).toEqual(['ask', 'form', 'guard', 'protocol', 'state', 'store']);
    expect(packages).toEqual(['@modelcontextprotocol/server']);
  });

  it('the root entry is a handful of files: each costs an import a visit of the loader', async () => {
    expect((await graphOf('index.js')).files.length).toBeLessThanOrEqual(12);
  });

  it('two entries share one instance of what both have', async () => {
    const [root, { VueltaError }, { memoryStore }, { FormError }] = await Promise.all([
      import('vuelta'),
      import('vuelta/errors'),
      import('vuelta/store'),
      import('vuelta/form'),
    ]);
    expect(root).toMatchObject({ VueltaError, memoryStore });
    expect(FormError.prototype).toBeInstanceOf(root.VueltaError);
  });

  it.each([
    ['state/index.js', ['state']],
    ['store/index.js', ['store']],
    ['form/index.js', ['form']],
    ['errors.js', []],
  ])('%s stands alone and loads no package', async (entry, folders) => {
    const { folders: reached, packages } = await graphOf(entry);
    expect(reached).toEqual(folders);
    expect(packages).toEqual([]);
  });

  it.each([
    ['store/sqlite.js', []],
    ['store/redis.js', ['node:crypto']],
  ])('%s loads no driver', async (entry, expected) => {
    const { folders: reached, packages } = await graphOf(entry);
    expect(reached).toEqual(['store']);
    expect(packages).toEqual(expected);
  });

  it('the harness reaches no guard, ask, state or store: it drives any server', async () => {
    const { folders: reached } = await graphOf('client/index.js');
    expect(reached).toEqual(['client', 'form', 'protocol', 'shown']);
  });

  it('the contract library reaches the harness and forms, and no terminal or YAML library', async () => {
    const { folders: reached, packages } = await graphOf('contract/index.js');
    expect(reached).toEqual(['client', 'contract', 'form', 'protocol', 'recording', 'shown']);
    expect(packages.filter((name) => !name.startsWith('node:')).sort()).toEqual([
      '@modelcontextprotocol/client',
      'zod',
    ]);
  });

  it('the command line loads neither the SDK nor a prompt before it knows the command', async () => {
    const { packages } = await graphOf('cli/main.js');
    expect(packages.filter((name) => !name.startsWith('node:'))).toEqual(['commander']);
  });
});

/** Each name that stands behind `from` or `import`, types and lazy imports too. */
const ANY_IMPORT = /\b(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/gu;

/** What each file of `src` imports from `src`. */
async function sourceGraph(): Promise<Map<string, string[]>> {
  const names = (await readdir(SRC, { recursive: true })).filter((name) => name.endsWith('.ts')).sort();
  const graph = new Map<string, string[]>();
  for (const name of names) {
    const text = await readFile(resolve(SRC, name), 'utf8');
    const imported = [...text.matchAll(ANY_IMPORT)].map(([, specifier = '']) =>
      relative(SRC, resolve(SRC, dirname(name), specifier.replace(/\.js$/u, '.ts'))),
    );
    graph.set(name, imported);
  }
  return graph;
}

/** The part of `src` that a file belongs to: its folder, or the file itself where it lies in `src`. The page is a part of its own. */
function partOf(file: string): string {
  if (file.startsWith('panel/page/')) return 'panel/page';
  return file.split('/')[0]?.replace(/\.ts$/u, '') ?? '';
}

const GROUND = ['json', 'invisible-characters', 'errors', 'options', 'runtime', 'warning'];

/** What each part of `src` may import, from the ground up. A part may only name parts that stand above it in this list. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  json: [],
  'invisible-characters': [],
  errors: [],
  options: [],
  runtime: [],
  warning: [],
  form: ['json', 'invisible-characters', 'errors'],
  shown: ['json', 'invisible-characters'],
  protocol: ['json', 'errors', 'form', 'shown'],
  state: GROUND,
  store: GROUND,
  guard: [...GROUND, 'form', 'protocol', 'state', 'store'],
  ask: [...GROUND, 'form', 'protocol', 'state', 'guard'],
  vuelta: [...GROUND, 'state', 'store', 'guard', 'ask'],
  index: ['errors', 'form', 'state', 'store', 'guard', 'ask', 'vuelta'],
  client: [...GROUND, 'form', 'shown', 'protocol'],
  recording: [...GROUND, 'form', 'shown', 'protocol', 'client'],
  contract: [...GROUND, 'form', 'shown', 'protocol', 'client', 'recording'],
  panel: [...GROUND, 'form', 'shown', 'protocol', 'client', 'recording', 'contract'],
  'panel/page': ['json', 'invisible-characters', 'form', 'shown', 'protocol', 'client', 'panel'],
  cli: [...GROUND, 'index', 'form', 'shown', 'protocol', 'client', 'recording', 'contract', 'panel'],
};

/** The arrows between parts, each with the imports that make it. */
async function arrows(): Promise<Map<string, Map<string, string[]>>> {
  const found = new Map<string, Map<string, string[]>>();
  for (const [file, imported] of await sourceGraph())
    for (const other of imported) {
      const [from, to] = [partOf(file), partOf(other)];
      if (from === to) continue;
      const targets = found.get(from) ?? new Map<string, string[]>();
      targets.set(to, [...(targets.get(to) ?? []), `${file} -> ${other}`]);
      found.set(from, targets);
    }
  return found;
}

/** Takes away whatever nothing points to and whatever points nowhere, until all that is left lies on circles or between them. */
function circlesOf(graph: Iterable<readonly [string, Iterable<string>]>): string[] {
  let left = [...graph].map(([name, targets]) => [name, [...targets]] as const);
  for (let size = -1; size !== left.length;) {
    size = left.length;
    const names = new Set(left.map(([name]) => name));
    const wanted = new Set(left.flatMap(([, targets]) => targets));
    left = left.filter(([name, targets]) => wanted.has(name) && targets.some((target) => names.has(target)));
  }
  return left.map(([name]) => name);
}

/** Files that lie on a circle today, by type imports. The list may only get shorter. */
const ON_A_CIRCLE = new Set([
  'ask/drift.ts',
  'ask/question/build.ts',
  'ask/session.ts',
  'cli/call/answering.ts',
  'cli/call/document.ts',
  'cli/call/ending.ts',
  'cli/call/observer.ts',
  'cli/call/transcript.ts',
  'client/call/call.ts',
  'client/call/first-round.ts',
  'client/call/legacy.ts',
  'client/call/way-back.ts',
  'client/harness-types.ts',
]);

/** Everything that is reached from a file, itself only if it lies on a circle. */
function reachedFrom(file: string, graph: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set<string>();
  const queue = [...(graph.get(file) ?? [])];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    queue.push(...(graph.get(next) ?? []));
  }
  return reached;
}

describe('the imports of the sources, types too', () => {
  const PARTS = Object.keys(MAY_IMPORT);

  it('every folder and every file of src has a row, and every row is there', async () => {
    expect([...new Set([...(await sourceGraph()).keys()].map(partOf))].sort()).toEqual([...PARTS].sort());
  });

  it('no row names itself or a row below it: every arrow goes down', () => {
    const up = PARTS.flatMap((part, at) =>
      (MAY_IMPORT[part] ?? [])
        .filter((other) => !PARTS.slice(0, at).includes(other))
        .map((other) => `${part} -> ${other}`),
    );
    expect(up).toEqual([]);
  });

  it.each(PARTS)('%s imports only what its row names', async (part) => {
    const targets = (await arrows()).get(part) ?? new Map<string, string[]>();
    const wrong = [...targets]
      .filter(([to]) => MAY_IMPORT[part]?.includes(to) !== true)
      .flatMap(([, imports]) => imports);
    expect(wrong).toEqual([]);
  });

  it('no two parts import each other, on whatever way round', async () => {
    expect(circlesOf([...(await arrows())].map(([part, targets]) => [part, targets.keys()]))).toEqual([]);
  });

  it('no file imports itself, on whatever way round', async () => {
    const graph = await sourceGraph();
    const circles = [...graph.keys()].filter((file) => reachedFrom(file, graph).has(file));
    expect(circles.filter((file) => !ON_A_CIRCLE.has(file))).toEqual([]);
  });

  it('what the server half takes of the protocol imports nothing heavy', async () => {
    const graph = await sourceGraph();
    const reached = new Set<string>();
    const queue = [...graph]
      .filter(([file]) => ['guard', 'ask'].includes(partOf(file)))
      .flatMap(([, imported]) => imported);
    for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
      if (partOf(file) !== 'protocol' || reached.has(file)) continue;
      reached.add(file);
      queue.push(...(graph.get(file) ?? []));
    }
    expect(reached.size).toBeGreaterThan(0);
    const heavy = [...reached].flatMap((file) =>
      (graph.get(file) ?? []).filter((to) => !['protocol', 'json'].includes(partOf(to))),
    );
    expect(heavy).toEqual([]);
  });
});
