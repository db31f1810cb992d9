import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Revision } from '../../protocol/revision.js';
import type { ContractCase } from '../../contract/case/case.js';
import type { ContractConfig, FailOn } from '../../contract/case/config.js';
import { defineContract } from '../../contract/case/config.js';
import { importModule, openModule, requireServer, type ServerModule, type TargetWords } from '../target.js';
import { UsageError } from '../usage.js';
import { readHeaders } from '../with-server.js';

/** What the command line may change in a configuration. */
export interface ConfigOptions {
  readonly config?: string;
  readonly header?: readonly string[];
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly failOn?: FailOn;
  readonly timeout?: number;
  readonly expiresAfter?: number;
  readonly revision?: Revision;
}

/** A configuration whose cases may still have to be found. */
export type Configuration = Omit<ContractConfig, 'cases'> & Partial<Pick<ContractConfig, 'cases'>>;

export interface Configured {
  readonly config: Configuration;
  /** Whether nobody named the file of the configuration: it is the nearest one. */
  readonly searched?: boolean;
  /** How to get an address for the `curl` lines of a report, where the target has none. */
  readonly serve?: string;
}

type Reach = Pick<Configured, 'serve'> & Pick<ContractConfig, 'transports'>;

const STDIO = 'the command speaks stdio: serve the same server over HTTP, or send each body as one line on its stdin';

const NAME = 'vuelta.contract.mjs';

/** The nearest configuration from a folder upwards to the working directory. */
function findConfig(folder: string): string | undefined {
  const here = process.cwd();
  const path = join(folder, NAME);
  if (existsSync(path)) return path;
  const above = dirname(folder);
  const leaves = folder === here || above === folder || relative(here, folder).startsWith('..');
  return leaves ? undefined : findConfig(above);
}

async function importConfig(path: string): Promise<Configuration> {
  const shown = relative(process.cwd(), path) || path;
  let found: { default?: unknown; contract?: unknown };
  try {
    found = (await import(pathToFileURL(path).href)) as typeof found;
  } catch (error) {
    throw new UsageError(`The configuration '${shown}' could not be loaded.`, { cause: error });
  }
  const config = found.default ?? found.contract;
  if (typeof config === 'object' && config !== null && !Array.isArray(config)) return config;
  throw new UsageError(`'${shown}' exports no configuration: its default export must be one.`);
}

async function readConfig(
  words: TargetWords | undefined,
  own: ServerModule | undefined,
  file: string | undefined,
): Promise<{ found: Configuration; searched?: boolean }> {
  if (file !== undefined) {
    if (!existsSync(file)) throw new UsageError(`There is no configuration file '${file}'.`);
    return { found: await importConfig(resolve(file)) };
  }
  if (own?.contract !== undefined) return { found: own.contract };
  const path = findConfig(words?.kind === 'module' ? dirname(words.path) : process.cwd());
  return path === undefined ? { found: {} } : { found: await importConfig(path), searched: true };
}

/** The other ways to the same server, and how to serve it for the `curl` lines of a report. */
async function reachOf(words: TargetWords | undefined, own: ServerModule | undefined): Promise<Reach> {
  if (words?.kind === 'command') return { serve: STDIO };
  if (words?.kind !== 'module') return {};
  if (own?.createServer === undefined) return { serve: 'serve what openTarget of the module gives' };
  const { PROGRAM, transportsOf } = await import('../serve-module.js');
  const [program, module] = [PROGRAM, words.path].map((file) => relative(process.cwd(), file));
  return { transports: transportsOf(words.path), serve: `node ${program} ${module} --http --port 3000` };
}

async function importOwn(words: TargetWords | undefined): Promise<ServerModule | undefined> {
  if (words?.kind !== 'module') return undefined;
  const found = await importModule(words.path);
  requireServer(found, words.path);
  return found;
}

/** What the words of the command line put in place of a configuration's own target. */
function placeOf(words: TargetWords): Pick<ContractConfig, 'target' | 'open'> {
  if (words.kind === 'module') return { open: () => openModule(words.path) };
  return { target: words.kind === 'url' ? words.url : { command: words.command, args: words.args } };
}

function overrides(words: TargetWords | undefined, options: ConfigOptions): Partial<Configuration> {
  const { header, only, skip, failOn, timeout, expiresAfter, revision } = options;
  const headers = readHeaders(header === undefined ? {} : { header }, words);
  return {
    ...(only !== undefined && { only }),
    ...(skip !== undefined && { skip }),
    ...(failOn !== undefined && { failOn }),
    ...(timeout !== undefined && { roundTimeoutMs: timeout }),
    ...(revision !== undefined && { revision }),
    ...(expiresAfter !== undefined && { expiresAfterMs: expiresAfter }),
    ...(headers !== undefined && { headers }),
  };
}

/**
 * The configuration of a run: `--config`, else what the module exports as `contract`, else the nearest `vuelta.contract.mjs`, with
 * what the command line says put over it. A case that the command line names stands in place of all others.
 */
export async function configure(
  words: TargetWords | undefined,
  options: ConfigOptions,
  only: ContractCase | undefined,
): Promise<Configured> {
  const own = await importOwn(words);
  const { found, searched } = await readConfig(words, own, options.config);
  const { target, open, headers, ...rest } = found;
  const given = { ...(target !== undefined && { target }), ...(open !== undefined && { open }) };
  const place: Pick<ContractConfig, 'target' | 'open'> = words === undefined ? given : placeOf(words);
  if (place.target === undefined && place.open === undefined) {
    throw new UsageError('Which server? Give a module, an http(s) address, or -- and a command.');
  }
  const over = overrides(words, options);
  const { serve, transports } = await reachOf(words, own);
  const merged = {
    ...rest,
    ...(only !== undefined && { cases: [only] }),
    ...place,
    ...over,
    ...(transports !== undefined && { transports: { ...transports, ...rest.transports } }),
    ...((words === undefined || words.kind === 'url') && { headers: { ...headers, ...over.headers } }),
  };
  try {
    return {
      config: defineContract(merged),
      ...(serve !== undefined && { serve }),
      ...(searched !== undefined && { searched }),
    };
  } catch (error) {
    throw new UsageError('The configuration cannot be run.', { cause: error });
  }
}
