import type { Check } from '../../src/contract/index.js';

export const PAGE: string;
export function renderChecks(catalogue: readonly Check[]): Promise<string>;
