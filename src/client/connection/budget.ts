/** The longest delay that a timer can hold; beyond it Node fires at once. */
const MAX_DELAY_MS = 2_147_483_647;

/** A timer for a budget; `Infinity` and what no timer can hold mean that there is none. */
export function startBudget(ms: number, onSpent: () => void): NodeJS.Timeout | undefined {
  return ms > MAX_DELAY_MS ? undefined : setTimeout(onSpent, ms);
}

/** The budget as a number that a foreign timer can hold. */
export const timerMs = (ms: number): number => Math.min(ms, MAX_DELAY_MS);

export function requireBudget(name: string, ms: number): void {
  if (!(ms > 0)) throw new RangeError(`${name} must be a number of milliseconds above 0, or Infinity.`);
}

export function requireRounds(rounds: number): void {
  if (!Number.isSafeInteger(rounds) || rounds < 1)
    throw new RangeError('maxRounds must be a whole number of at least 1.');
}
