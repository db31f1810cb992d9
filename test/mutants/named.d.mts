export interface Mutant {
  readonly name: string;
  readonly file: string;
  readonly edit: (source: string) => string;
}

export const NAMED: readonly Mutant[];
