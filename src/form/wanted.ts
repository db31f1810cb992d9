import type { JsonObject } from './json.js';

/** What a text field wants, in words and by an example. */
interface Sample {
  readonly noun: string;
  readonly like: string;
  /** The names that schema libraries print for it. */
  readonly formats: readonly string[];
}

const sample = (formats: string, noun: string, like: string): Sample => ({ formats: formats.split(' '), noun, like });

/** From the widest to the narrowest of each kind: the first that a field takes says most about it. */
const SAMPLES: readonly Sample[] = [
  sample('date-time', 'a date and time with its offset', '2026-07-28T15:00:00+02:00'),
  sample('date-time', 'a date and time in UTC, ending with Z', '2026-07-28T15:00:00Z'),
  sample('date-time', 'a date and time in UTC with milliseconds, ending with Z', '2026-07-28T15:00:00.000Z'),
  sample('date-time', 'a date and time in UTC with microseconds, ending with Z', '2026-07-28T15:00:00.000000Z'),
  sample('date-time', 'a date and time with milliseconds and its offset', '2026-07-28T15:00:00.000+02:00'),
  sample('date-time', 'a date and time in UTC without seconds, ending with Z', '2026-07-28T15:00Z'),
  sample('date-time', 'a date and time without seconds, with its offset', '2026-07-28T15:00+02:00'),
  sample('', 'a date and time without an offset', '2026-07-28T15:00:00'),
  sample('local-date-time', 'a date and time without seconds and without an offset', '2026-07-28T15:00'),
  sample('date', 'a date', '2026-07-28'),
  sample('time', 'a time without seconds', '15:00'),
  sample('time', 'a time', '15:00:00'),
  sample('time', 'a time with milliseconds', '15:00:00.000'),
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

/** What a field of text wants, for a person whose answer the schema library has refused. */
export interface Wanted {
  /** Whether a text fails what is known of the field, so that `must` is news. */
  readonly refuses: (text: string) => boolean;
  readonly must: string;
}

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

/** What a text field wants, as far as its format and its expressions tell. */
export function wantedOf({ format, contentEncoding }: JsonObject, patterns: readonly unknown[]): Wanted | undefined {
  const expressions = patterns.map(compile).filter((expression) => expression !== undefined);
  if (expressions.length < patterns.length) return undefined;
  const fits = (text: string): boolean => expressions.every((expression) => expression.test(text));
  const name = format ?? contentEncoding;
  const named = SAMPLES.filter(({ formats }) => typeof name === 'string' && formats.includes(name));
  const isTelling = patterns.length > 0 && !DECOYS.some(fits);
  const found =
    named.find(({ like }) => fits(like)) ?? (isTelling ? SAMPLES.find(({ like }) => fits(like)) : undefined);
  if (found === undefined) return undefined;
  return {
    refuses: (text) => patterns.length === 0 || !fits(text),
    must: `must be ${found.noun}, like ${found.like}`,
  };
}
