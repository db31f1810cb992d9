import type { Check } from '../check.js';

export const EFFECTS: readonly Check[] = [];
