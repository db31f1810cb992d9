import type { Check } from '../check.js';

export const FORMS: readonly Check[] = [];
