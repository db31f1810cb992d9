export interface Declared {
  readonly name: string;
  readonly comment: string;
  readonly code: string;
}
export function exportedBy(file: string): Promise<Declared[]>;
export function declarationsIn(text: string, exportedOnly: boolean): Declared[];
