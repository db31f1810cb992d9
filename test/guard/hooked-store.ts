import { memoryStore, type Store } from '../../src/index.js';

export const OPERATIONS = ['claim', 'renew', 'settle', 'release', 'beginStep', 'endStep'] as const;
export type Operation = (typeof OPERATIONS)[number];

type Hooks = Partial<Record<Operation, (() => unknown) | undefined>>;

/** A store outside the process, as the guard sees it: with hooks where a network would be. */
export interface HookedStore extends Store {
  /** The operations that reached the store, in their order. */
  readonly reached: Operation[];
  /** Every text that was given to be kept, with the names it was kept under. */
  readonly written: string[];
  /** Awaited on the way to the store; an operation rejects with what its hook throws, and has not happened. */
  readonly before: Hooks;
  /** Awaited on the way back; an operation rejects with what its hook throws, and has happened. */
  readonly after: Hooks;
  /** What a reader gets instead of a text that is kept. */
  tamper: (text: string) => string;
  /** Another store behind the same hooks. */
  replace(inner: Store): void;
}

export function hookedStore(store: Store = memoryStore()): HookedStore {
  let inner = store;
  const through = async <T>(operation: Operation, names: readonly unknown[], work: () => Promise<T>): Promise<T> => {
    await hooked.before[operation]?.();
    hooked.reached.push(operation);
    hooked.written.push(...names.map(String));
    const outcome = await work();
    await hooked.after[operation]?.();
    return outcome;
  };
  const hooked: HookedStore = {
    reached: [],
    written: [],
    before: {},
    after: {},
    tamper: (text) => text,
    replace: (other) => {
      inner = other;
    },
    claim: async (claim) => {
      const claimed = await through('claim', Object.values(claim), () => inner.claim(claim));
      return claimed.kind === 'settled' ? { ...claimed, outcome: hooked.tamper(claimed.outcome) } : claimed;
    },
    renew: (lease, leaseMs) => through('renew', [], () => inner.renew(lease, leaseMs)),
    settle: (lease, outcome, until) => through('settle', [outcome], () => inner.settle(lease, outcome, until)),
    release: (lease) => through('release', [], () => inner.release(lease)),
    beginStep: async (flow, step, until, lease) => {
      const found = await through('beginStep', [flow, step], () => inner.beginStep(flow, step, until, lease));
      return found.kind === 'done' ? { ...found, value: hooked.tamper(found.value) } : found;
    },
    endStep: async (flow, step, value, until) => {
      const kept = await through('endStep', [flow, step, value], () => inner.endStep(flow, step, value, until));
      return hooked.tamper(kept);
    },
    close: () => inner.close(),
  };
  return hooked;
}

/** What a driver throws: an address and a password, which nobody may repeat. */
export function driverError(): Error {
  return new Error('connect ECONNREFUSED redis://app:CANARY-password@10.0.0.7:6379');
}

/** A hook that fails. */
export function down(): never {
  throw driverError();
}

/** A hook that never comes back. */
export function silent(): Promise<never> {
  return new Promise(() => undefined);
}

/** A promise and what resolves it. */
export interface Latch {
  readonly opened: Promise<void>;
  open(): void;
}

export function latch(): Latch {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
