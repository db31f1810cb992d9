export { memoryStore } from './memory.js';
export type { MemoryStoreOptions } from './memory.js';
export type { Store } from './store.js';
