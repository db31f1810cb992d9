import { inputRequired } from '@modelcontextprotocol/server';
import { memoryStore, text, type Asks } from '../../src/index.js';
import { confirm } from './booking.js';
import { hookedStore, type HookedStore } from './hooked-store.js';
import { Host, yes, type HostOptions, type Register, type Reply } from './server.js';

export const answers = { confirm: yes() };

export interface Replica {
  readonly host: Host;
  /** This replica's way to the shared store. */
  readonly way: HookedStore;
  retry(given?: unknown): Promise<Reply>;
  types(): string[];
}

/** Replicas of one server over one store, and a call that has been asked by the first. */
export async function replicas(
  register: (replica: number) => Register,
  options: HostOptions = {},
  count = 2,
  tool = 'book',
): Promise<Replica[]> {
  const shared = memoryStore(options.now === undefined ? {} : { now: options.now });
  const ways = Array.from({ length: count }, () => hookedStore(shared));
  const hosts = ways.map((store, replica) => new Host(register(replica), { store, ...options }));
  const args = { seat: '1A' };
  const { state } = await (hosts[0] as Host).tool(tool, args);
  return hosts.map((host, replica) => ({
    host,
    way: ways[replica] as HookedStore,
    retry: (given: unknown = answers) => host.tool(tool, args, { state, answers: given }),
    types: () => host.events.map(({ type }) => type).filter((type) => type !== 'asked' && type !== 'answered'),
  }));
}

/** A plain tool that does `work` once it has its answer. */
export const working =
  (work: (replica: number) => unknown) =>
  (replica: number): Register =>
  (server) => {
    server.registerTool('book', {}, async (ctx) => {
      if (ctx.mcpReq.inputResponses === undefined) return inputRequired({ inputRequests: { confirm: confirm('Go?') } });
      return text(String(await work(replica)));
    });
  };

/** An await-style tool that does `work` once it has its answer. */
export const awaiting =
  (work: (replica: number, ask: Asks) => unknown) =>
  (replica: number): Register =>
  (_server, rounds) => {
    rounds.tool('book', {}, async (_args, ask) => {
      await ask.confirm('confirm', 'Go?');
      return text(String(await work(replica, ask)));
    });
  };
export const willing = { confirm: yes({ confirm: true }) };
