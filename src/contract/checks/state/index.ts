import type { Check } from '../../check.js';
import { AGING } from './expired.js';
import { ELSEWHERE } from './elsewhere.js';
import { INTEGRITY } from './integrity.js';
import { ONCE_ONLY } from './once.js';
import { VALUES } from './values.js';

/** The rules of what a server may believe of a state that comes back. */
export const STATE: readonly Check[] = [...INTEGRITY, ...VALUES, ...ELSEWHERE, ...AGING, ...ONCE_ONLY];
