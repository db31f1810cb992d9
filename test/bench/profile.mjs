import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

const DIST = new URL('../../dist/', import.meta.url).href;
const INTERVAL_US = 200;

/**
 * Whom the processor worked for while `run` was repeated: the samples of the engine's own profiler by owner, `ours` with the folder of the
 * source, as `ours guard`. What the engine and Node do counts for the code that called them, so our hashes are ours. The collector of
 * garbage has no caller and is on its own; waiting counts for nobody.
 */
export async function samplesByOwner(run, turns) {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: INTERVAL_US });
  await session.post('Profiler.start');
  for (let i = 0; i < turns; i += 1) await run();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  return count(profile);
}

function count({ nodes, samples }) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  for (const node of nodes) for (const child of node.children ?? []) byId.get(child).parent = node;
  const known = new Map();
  const counts = {};
  for (const id of samples) {
    const owner = ownerOf(byId.get(id), known);
    if (owner !== 'idle') counts[owner] = (counts[owner] ?? 0) + 1;
  }
  return counts;
}

function ownerOf(node, known) {
  let owner = known.get(node);
  if (owner === undefined) {
    owner = nameOf(node.callFrame) ?? (node.parent === undefined ? 'node' : ownerOf(node.parent, known));
    known.set(node, owner);
  }
  return owner;
}

/** The owner of a frame; `undefined` for one of the engine or of Node, which works for its caller. */
function nameOf({ functionName, url, lineNumber, columnNumber }) {
  if (functionName === '(garbage collector)') return 'garbage';
  if (functionName === '(idle)') return 'idle';
  if (functionName === '(program)') return 'node';
  if (url.startsWith(DIST)) return `ours ${folderOf(url, lineNumber, columnNumber)}`;
  if (url.includes('/node_modules/zod/')) return 'zod';
  if (url.includes('/node_modules/')) return 'sdk';
  return url.startsWith('file:') ? 'client' : undefined;
}

const maps = new Map();

/** `guard` for a function of `src/guard`, by the source map of the file that is shipped. */
function folderOf(url, line, column) {
  let map = maps.get(url);
  if (map === undefined) {
    map = new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(url)}.map`, 'utf8')));
    maps.set(url, map);
  }
  const { originalSource = '' } = map.findEntry(line, column);
  return /\/src\/(?<folder>[a-z]+)\//u.exec(`/${originalSource}`)?.groups?.folder ?? 'root';
}
