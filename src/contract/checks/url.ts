import type { Check } from '../check.js';

export const URLS: readonly Check[] = [];
