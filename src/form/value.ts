import { FORMATS, isFormat } from './formats.js';
import type {
  FormProperty,
  FormValue,
  NumberProperty,
  SeveralProperty,
  TextProperty,
  TitledSeveralProperty,
} from './grammar.js';
import { MAX_TEXT } from './limits.js';
import { hasOptions, valuesOf } from './options.js';

const SHOWN_OPTIONS = 20;

/** For a field of a schema that nobody linted. */
export const NO_TYPE = 'cannot be answered: the form does not say what it may hold';

const count = (amount: number, noun: string): string => `${amount} ${noun}${amount === 1 ? '' : 's'}`;

/** Counts code points, and stops as soon as the count is past `limit`. */
function codePoints(text: string, limit: number): number {
  let points = 0;
  for (const _ of text) {
    points += 1;
    if (points > limit) break;
  }
  return points;
}

function refuseText(property: TextProperty, value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be text';
  if (value.length > MAX_TEXT) return `must have at most ${MAX_TEXT} characters`;
  const { minLength = 0, maxLength = MAX_TEXT, format } = property;
  if (value.length < minLength || codePoints(value, minLength) < minLength) {
    return `must have at least ${count(minLength, 'character')}`;
  }
  if (value.length > maxLength && codePoints(value, maxLength) > maxLength) {
    return `must have at most ${count(maxLength, 'character')}`;
  }
  if (isFormat(format) && !FORMATS[format].fits(value)) return FORMATS[format].must;
  return undefined;
}

function refuseNumber(property: NumberProperty, value: unknown): string | undefined {
  const whole = property.type === 'integer';
  if (typeof value !== 'number' || !Number.isFinite(value))
    return whole ? 'must be a whole number' : 'must be a number';
  if (whole && !Number.isInteger(value)) return 'must be a whole number';
  if (whole && !Number.isSafeInteger(value))
    return `must be between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`;
  if (property.minimum !== undefined && value < property.minimum) return `must be at least ${property.minimum}`;
  if (property.maximum !== undefined && value > property.maximum) return `must be at most ${property.maximum}`;
  return undefined;
}

const listed = (values: readonly string[]): string =>
  values.length > SHOWN_OPTIONS
    ? `must be one of the ${values.length} options`
    : `must be one of: ${values.join(', ')}`;

function refuseSeveral(property: SeveralProperty | TitledSeveralProperty, value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'must be a list of choices';
  const values = valuesOf(property);
  // More items than options is a repeat or a stranger: a huge list is refused without being walked.
  const repeats = value.length > values.length || new Set(value).size < value.length;
  const stranger = value.slice(0, values.length + 1).some((item) => !values.includes(item as string));
  if (stranger) return `each choice ${listed(values)}`;
  if (repeats) return 'must not have the same choice twice';
  if (property.minItems !== undefined && value.length < property.minItems) {
    return `must have at least ${count(property.minItems, 'choice')}`;
  }
  if (property.maxItems !== undefined && value.length > property.maxItems) {
    return `must have at most ${count(property.maxItems, 'choice')}`;
  }
  return undefined;
}

/** Why `value` does not fit `property`, in words that never repeat the value; `undefined` when it fits. */
export function refuseValue(property: FormProperty, value: unknown): string | undefined {
  switch (property.type) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'number':
    case 'integer':
      return refuseNumber(property, value);
    case 'array':
      return refuseSeveral(property, value);
    case 'string': {
      if (!hasOptions(property)) return refuseText(property, value);
      const values = valuesOf(property);
      return values.includes(value as string) ? undefined : listed(values);
    }
    default:
      return NO_TYPE;
  }
}

/** The value as the wire carries it: no negative zero, and a list of its own. */
export function cleanValue(value: FormValue): FormValue {
  if (Array.isArray(value)) return [...value];
  return value === 0 ? 0 : value;
}
