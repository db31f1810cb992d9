import type { Check } from '../check.js';

export const CAPABILITY: readonly Check[] = [];
