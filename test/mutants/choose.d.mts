import type { Mutant } from './named.mjs';

export interface Swept extends Mutant {
  readonly id: string;
}

export function sweep(): Swept[];
export function sampleOf<T extends { readonly id: string }>(mutants: readonly T[], seed: string, count: number): T[];
export function listed(page?: string): string[];
