import { InvalidArgumentError } from 'commander';

/** For options that may be given more than once. */
export const collect = (value: string, before: readonly string[] = []): string[] => [...before, value];

/** Milliseconds of an option. */
export function milliseconds(value: string): number {
  const ms = Number(value);
  if (!/^\d+$/.test(value) || !Number.isSafeInteger(ms) || ms < 1)
    throw new InvalidArgumentError('Give milliseconds, at least 1.');
  return ms;
}

/** A whole number from 1. */
export function count(value: string): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || !Number.isSafeInteger(number) || number < 1)
    throw new InvalidArgumentError('Give a whole number, at least 1.');
  return number;
}
