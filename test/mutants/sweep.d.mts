import type { Mutant } from './named.mjs';

export function mutantsOf(file: string, source: string): (Mutant & { readonly id: string })[];
export function compiles(file: string, source: string): boolean;
