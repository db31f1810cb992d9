import type { Check } from '../check.js';

export const STATE: readonly Check[] = [];
