export function steadily<R extends { readonly first: number; readonly second: number }>(
  measure: () => Promise<R>,
  again: boolean,
): Promise<R & { readonly unsteady: boolean }>;
