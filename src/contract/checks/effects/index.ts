import type { Check } from '../../check.js';
import { NONE } from './none.js';
import { ONCE } from './once.js';

/** The rules of what a call does to the world: nothing without a yes, and once with it. */
export const EFFECTS: readonly Check[] = [...NONE, ...ONCE];
