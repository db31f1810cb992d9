import { isObject, type JsonObject } from '../../json.js';

/** A stretch of a state that stands between separators: encoded bytes, or JSON as it is. */
export interface StatePart {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const PART = /\{.*\}|[\w+/=-]+/gs;

export function partsOf(state: string): StatePart[] {
  return [...state.matchAll(PART)].map(({ 0: text, index }) => ({ text, start: index, end: index + text.length }));
}

export interface ReadableStatePart {
  readonly value: unknown;
  /** Writes another value the way this one was written. */
  readonly write: (value: unknown) => string;
}

function parse(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A part as anybody can read it: JSON as it is, or in base64 of either alphabet. */
export function readPart(part: string): ReadableStatePart | undefined {
  const plain = parse(part);
  if (plain !== undefined) return { value: plain, write: (value) => JSON.stringify(value) };
  const encoding = /[+/=]/.test(part) ? 'base64' : 'base64url';
  const decoded = parse(Buffer.from(part, encoding).toString('utf8'));
  if (decoded === undefined) return undefined;
  return { value: decoded, write: (value) => Buffer.from(JSON.stringify(value)).toString(encoding) };
}

/** The seconds and milliseconds since 1970 from 2001 to 2286. */
const asMs = (value: number): number | undefined => {
  if (value >= 1e9 && value < 1e10) return value * 1000;
  return value >= 1e12 && value < 1e13 ? value : undefined;
};

/** The times that can be read in a state, by member, in milliseconds since 1970. */
function timesIn(state: string): Map<string, number> {
  const entries = partsOf(state).flatMap(({ text }) => {
    const value = readPart(text)?.value;
    return isObject(value) ? Object.entries(value) : [];
  });
  const times = new Map<string, number>();
  for (const [name, value] of entries) {
    const ms = typeof value === 'number' ? asMs(value) : undefined;
    if (ms !== undefined) times.set(name, ms);
  }
  return times;
}

/** Whether two states show by their times that a clock stood still between them, which was meant to move by `ms`. */
export function clockStood(before: string, after: string, ms: number): boolean {
  const later = timesIn(after);
  const steps = [...timesIn(before)].flatMap(([name, time]) => {
    const next = later.get(name);
    return next === undefined ? [] : [next - time];
  });
  return steps.length > 0 && steps.every((step) => step < ms / 2);
}
