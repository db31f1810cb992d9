import type { Check } from '../check.js';

export const TRANSPORT: readonly Check[] = [];
