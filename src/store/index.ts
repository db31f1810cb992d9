export { memoryStore } from './memory.js';
export type { MemoryStoreOptions } from './memory.js';
export type { Claim, Claimed, Lease, StepFound, Store } from './store.js';
