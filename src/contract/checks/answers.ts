import type { Check } from '../check.js';

export const ANSWERS: readonly Check[] = [];
