import type { Check } from '../check.js';

export const PARITY: readonly Check[] = [];
