import type { FormValue } from '../grammar.js';
import type { JsonObject } from '../../json.js';

/** What a text field wants, in words and by an example. */
interface Sample {
  readonly noun: string;
  readonly like: string;
  /** The names that schema libraries print for it. */
  readonly formats: readonly string[];
}

const sample = (formats: string, noun: string, like: string): Sample => ({ formats: formats.split(' '), noun, like });

const FRACTIONS = [3, 6, 1, 2, 4, 5, 7, 8, 9];

/** The same with decimals of a second, for a schema that wants so many. */
const withDecimals = (of: (noun: string, digits: string) => Sample): Sample[] =>
  FRACTIONS.map((count) => {
    const noun = { 1: '1 decimal of a second', 3: 'milliseconds', 6: 'microseconds' }[count];
    return of(`with ${noun ?? `${count} decimals of a second`}`, `.${'0'.repeat(count)}`);
  });

/** From the widest to the narrowest of each kind: the first that a field takes says most about it. */
const SAMPLES: readonly Sample[] = [
  sample('date-time', 'a date and time with its offset', '2026-07-28T15:00:00+02:00'),
  sample('date-time', 'a date and time in UTC, ending with Z', '2026-07-28T15:00:00Z'),
  ...withDecimals((noun, digits) =>
    sample('date-time', `a date and time ${noun} and its offset`, `2026-07-28T15:00:00${digits}+02:00`),
  ),
  ...withDecimals((noun, digits) =>
    sample('date-time', `a date and time in UTC ${noun}, ending with Z`, `2026-07-28T15:00:00${digits}Z`),
  ),
  sample('date-time', 'a date and time without seconds, with its offset', '2026-07-28T15:00+02:00'),
  sample('date-time', 'a date and time in UTC without seconds, ending with Z', '2026-07-28T15:00Z'),
  sample('', 'a date and time without an offset', '2026-07-28T15:00:00'),
  sample('local-date-time', 'a date and time without seconds and without an offset', '2026-07-28T15:00'),
  ...withDecimals((noun, digits) =>
    sample('', `a date and time ${noun}, without an offset`, `2026-07-28T15:00:00${digits}`),
  ),
  sample('date', 'a date', '2026-07-28'),
  sample('time', 'a time without seconds', '15:00'),
  sample('time', 'a time', '15:00:00'),
  ...withDecimals((noun, digits) => sample('time', `a time ${noun}`, `15:00:00${digits}`)),
  sample('time', 'a time with its offset', '15:00:00Z'),
  sample('', 'a week of a year', '2026-W31'),
  sample('duration', 'a duration', 'P3DT4H'),
  sample('email', 'an email address', 'name@example.com'),
  sample('uri', 'a full address', 'https://example.com/page'),
  sample('uuid guid', 'a UUID', '3b241101-e2bb-4255-8caf-4136c566a962'),
  sample('uuid guid', 'a UUID of version 7', '01890a5d-ac96-774b-bcce-b302099a8057'),
  sample('uuid guid', 'a UUID of version 6', '1ec9414c-232a-6b00-b3c8-9e6bdeced846'),
  sample('uuid guid', 'a UUID of version 1', 'c232ab00-9414-11ec-b3c8-9e6bdeced846'),
  sample('ulid', 'a ULID', '01ARZ3NDEKTSV4RRFFQ69G5FAV'),
  sample('cuid cuid2', 'a CUID', 'cjld2cjxh0000qzrmn831i7rn'),
  sample('xid', 'an XID', '9m4e2mr0ui3e8a215n4g'),
  sample('ksuid', 'a KSUID', '0ujtsYcgvSTl8PAuAdqWYSMnLOv'),
  sample('nanoid', 'a Nano ID', 'V1StGXR8_Z5jdHi6B-myT'),
  sample('ipv4 ip', 'an IPv4 address', '192.0.2.1'),
  sample('ipv6', 'an IPv6 address', '2001:db8::1'),
  sample('cidrv4', 'a range of IPv4 addresses', '192.0.2.0/24'),
  sample('cidrv6', 'a range of IPv6 addresses', '2001:db8::/32'),
  sample('mac', 'a MAC address', '00:1A:2B:3C:4D:5E'),
  sample('e164', 'a phone number with + and its country code, without spaces', '+15555550123'),
  sample('hostname', 'a host name', 'www.example.com'),
  sample('emoji', 'an emoji', '🙂'),
  sample('base64', 'Base64 text', 'aGVsbG8='),
  sample('base64url', 'Base64url text', 'aGVsbG8'),
  sample('hex', 'hexadecimal text', 'c0ffee'),
  sample('jwt', 'a JSON Web Token of three parts', 'eyJ….eyJ….c2ln…'),
  sample('lowercase', 'text in small letters', 'small'),
  sample('uppercase', 'text in capital letters', 'CAPITAL'),
  sample('json-string', 'JSON text', '{"a":1}'),
];

/** An expression that takes these says too little for an example to say what it wants. */
const DECOYS = ['x', 'abc', 'Abc 1', '1', '12'];

/** The example with something odd in it, and its characters in another order: what takes these does not want what it looks like. */
function spoilt(like: string): string[] {
  const middle = Math.floor(like.length / 2);
  return [
    `¿${like}`,
    `${like}¿`,
    `${like.slice(0, middle)}¿${like.slice(middle)}`,
    Array.from(like).toSorted().join(''),
  ];
}

/** What a field wants, for a person whose answer the schema library has refused; `undefined` where that was not the reason. */
export type Wanted = (value: FormValue) => string | undefined;

function compile(pattern: unknown): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(String(pattern), flags);
    } catch {
      // One that needs the other flag, or that only another dialect can read.
    }
  }
  return undefined;
}

const LONGEST_PATTERN = 100;

/** What a text field wants, as far as its format and its expressions tell. */
export function wantedText({ format, contentEncoding }: JsonObject, patterns: readonly unknown[]): Wanted | undefined {
  const expressions = patterns.map(compile).filter((expression) => expression !== undefined);
  if (expressions.length < patterns.length) return undefined;
  const fits = (text: string): boolean => expressions.every((expression) => expression.test(text));
  const isTelling = ({ like }: Sample): boolean =>
    patterns.length > 0 && fits(like) && ![...DECOYS, ...spoilt(like)].some(fits);
  const name = format ?? contentEncoding;
  // A good address that is refused is an address all the same: see `wantedAddress`.
  if (name === 'uri' && patterns.length === 0) return undefined;
  const named = SAMPLES.filter(({ formats }) => typeof name === 'string' && formats.includes(name));
  const found = named.find(({ like }) => fits(like)) ?? SAMPLES.find(isTelling);
  const pattern = patterns.join(' and ');
  if (found === undefined && (pattern === '' || pattern.length > LONGEST_PATTERN)) return undefined;
  const must = found === undefined ? `must match ${pattern}` : `must be ${found.noun}, like ${found.like}`;
  return (value) => (typeof value === 'string' && patterns.length > 0 && fits(value) ? undefined : must);
}

const ADDRESSES = [
  'https://example.com/page',
  'https://example.com',
  'http://localhost:3000/page',
  'ftp://example.com/a',
];

/** What a field for an address wants whose rules (a scheme, a host) no library prints: one that it takes, if there is one here. */
export function wantedAddress(takes: (address: string) => boolean): Wanted {
  return () => {
    const taken = ADDRESSES.find(takes);
    return taken === undefined ? undefined : `must be an address such as ${taken}`;
  };
}

/** Whether a value is a multiple, as near as numbers with decimals can be. */
const isMultiple = (value: number, step: number): boolean => Math.abs(value / step - Math.round(value / step)) < 1e-9;

export function wantedNumber({ exclusiveMinimum, exclusiveMaximum, multipleOf }: JsonObject): Wanted {
  return (value) => {
    if (typeof value !== 'number') return undefined;
    if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum)
      return `must be more than ${exclusiveMinimum}`;
    if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum)
      return `must be less than ${exclusiveMaximum}`;
    if (typeof multipleOf === 'number' && !isMultiple(value, multipleOf)) return `must be a multiple of ${multipleOf}`;
    return undefined;
  };
}
