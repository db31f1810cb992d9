export interface Limits {
  readonly roundTimeoutMs: number;
  readonly personTimeoutMs: number;
  readonly maxRounds: number;
  readonly maxMessageBytes: number;
}

const isWhole = (value: number): boolean => Number.isSafeInteger(value) && value >= 1;

/** Throws RangeError for a limit that none could keep. */
export function requireLimits({
  roundTimeoutMs,
  personTimeoutMs,
  maxRounds = 1,
  maxMessageBytes = 1,
}: Partial<Limits>): void {
  for (const [name, ms = Infinity] of Object.entries({ roundTimeoutMs, personTimeoutMs })) {
    if (!(ms > 0)) throw new RangeError(`${name} must be a number of milliseconds above 0, or Infinity.`);
  }
  if (!isWhole(maxRounds)) throw new RangeError('maxRounds must be a whole number of at least 1.');
  if (maxMessageBytes !== Infinity && !isWhole(maxMessageBytes)) {
    throw new RangeError('maxMessageBytes must be a whole number of at least 1, or Infinity.');
  }
}
