import { InvalidArgumentError } from 'commander';

/** For options that may be given more than once. */
export const collect = (value: string, before: readonly string[] = []): string[] => [...before, value];

const wholeNumber =
  (message: string, least: number, most: number) =>
  (value: string): number => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < least || number > most) throw new InvalidArgumentError(message);
    return number;
  };

export const milliseconds = wholeNumber('Give milliseconds, at least 1.', 1, Number.MAX_SAFE_INTEGER);

export const count = wholeNumber('Give a whole number, at least 1.', 1, Number.MAX_SAFE_INTEGER);

/** Where to listen on 127.0.0.1; 0 is a free port. */
export const port = wholeNumber('Give a port, 0 to 65535.', 0, 65_535);
