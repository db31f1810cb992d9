import type { Check } from '../check.js';
import { AGING } from './state-expired.js';
import { ELSEWHERE } from './state-elsewhere.js';
import { INTEGRITY } from './state-integrity.js';
import { ONCE_ONLY } from './state-once.js';
import { VALUES } from './state-values.js';

/** The rules of what a server may believe of a state that comes back. */
export const STATE: readonly Check[] = [...INTEGRITY, ...VALUES, ...ELSEWHERE, ...AGING, ...ONCE_ONLY];
