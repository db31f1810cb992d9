export const COMPILER: readonly { readonly command: string; readonly package: string }[];
export function hasDriver(): boolean;
export function cached(): string;
export function installDriver(): string | undefined;
