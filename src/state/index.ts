export { createStateCodec } from './codec.js';
export type { StateCodec, StateCodecOptions, StateContext, StateTarget } from './codec.js';
export type { KeyInput, KeySource } from './keys.js';
export type { SealOptions } from './sealer.js';
export { StateRejection } from './rejection.js';
export type { RejectionReason } from './rejection.js';
export { DEFAULT_CLOCK_SKEW_SECONDS, DEFAULT_MAX_STATE_BYTES, DEFAULT_TTL_SECONDS } from './limits.js';
