export { memoryStore } from './memory.js';
export type { MemoryStoreOptions } from './memory.js';
export type { Claim, Claimed, Lease, StepFound, StepLease, Store } from './store.js';
