import type { TextFormat } from './grammar.js';

// Answers are attacker-controlled: every expression here is linear, and lengths are capped before one runs.

const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~.-]{1,64}$/;
const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;
const URI_CHARACTERS = /^(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[\da-f]{2})*$/i;
const SCHEME = /^[a-z][a-z\d+.-]{0,31}:/i;
const HIERARCHICAL = /^(?:https?|wss?|ftp):/i;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^(\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:z|[+-](\d{2}):(\d{2}))$/i;

const isDomain = (text: string): boolean => {
  const labels = text.split('.');
  return labels.length >= 2 && labels.every((label) => LABEL.test(label)) && /[a-z]/i.test(labels.at(-1) ?? '');
};

function isEmail(text: string): boolean {
  if (text.length > 254) return false;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  const dots = local.startsWith('.') || local.endsWith('.') || local.includes('..');
  return LOCAL_PART.test(local) && !dots && isDomain(text.slice(at + 1));
}

function isUri(text: string): boolean {
  if (text.length > 8192 || !URI_CHARACTERS.test(text)) return false;
  const scheme = SCHEME.exec(text)?.[0];
  if (scheme === undefined || scheme.length === text.length) return false;
  if (HIERARCHICAL.test(scheme) && !/^\/\/[^/?#]/.test(text.slice(scheme.length))) return false;
  return URL.canParse(text);
}

const daysIn = (year: number, month: number): number => {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
};

function isDate(text: string): boolean {
  const [, year, month, day] = (DATE.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function isDateTime(text: string): boolean {
  if (text.length > 40 || !/^[Tt]$/.test(text.charAt(10)) || !isDate(text.slice(0, 10))) return false;
  const match = TIME.exec(text.slice(11));
  if (match === null) return false;
  const [hour = 0, minute = 0, second = 0, offsetHour = 0, offsetMinute = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  return hour <= 23 && minute <= 59 && second <= 59 && offsetHour <= 23 && offsetMinute <= 59;
}

/** The formats of the grammar (MCP 2026-07-28, elicitation: `StringSchema.format`), each with its check and its words. */
export const FORMATS: Readonly<
  Record<TextFormat, { readonly fits: (text: string) => boolean; readonly must: string }>
> = {
  email: { fits: isEmail, must: 'must be an email address, like name@example.com' },
  uri: { fits: isUri, must: 'must be a full address, like https://example.com/page' },
  date: { fits: isDate, must: 'must be a date, like 2026-07-28' },
  'date-time': { fits: isDateTime, must: 'must be a date and time with its offset, like 2026-07-28T15:00:00Z' },
};

/** The fewest and the most characters that a text of each format has. */
export const SIZES: Readonly<Record<TextFormat, readonly [number, number]>> = {
  email: [6, 254],
  uri: [3, 8192],
  date: [10, 10],
  'date-time': [20, 40],
};

/** The same for formats that only schema libraries know. */
export const LIBRARY_SIZES: ReadonlyMap<unknown, readonly [number, number]> = new Map([
  ['uuid', [36, 36]],
  ['guid', [36, 36]],
  ['ulid', [26, 26]],
  ['ksuid', [27, 27]],
  ['xid', [20, 20]],
  ['ipv4', [7, 15]],
]);

export const isFormat = (value: unknown): value is TextFormat =>
  typeof value === 'string' && Object.hasOwn(FORMATS, value);
