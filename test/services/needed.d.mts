export const NEEDED: readonly { readonly command: string; readonly package: string; readonly service?: string }[];

export function pathOf(command: string): string | undefined;
