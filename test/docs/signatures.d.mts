export const PAGES: Readonly<Record<string, readonly string[]>>;
export function withSignatures(page: string, text: string): Promise<string>;
