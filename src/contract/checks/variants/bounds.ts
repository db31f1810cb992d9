import { checkContent, type FormProperty, type FormSchema } from '../../../form/index.js';
import { hasOptions, optionsOf, valuesOf } from '../../../form/options.js';
import type { Field, FieldValue } from './field.js';

type Options = Parameters<typeof valuesOf>[0];
type Several = Extract<FormProperty, { type: 'array' }>;
type Numeric = Extract<FormProperty, { type: 'number' | 'integer' }>;
type Text = { readonly minLength?: number; readonly maxLength?: number; readonly format?: string };

/** A text longer than this is not sent to try a bound: that would be a test of size. */
const LONGEST_TEXT = 10_000;
/** More options than these are not tried one by one. */
const MOST_OPTIONS = 6;
/** How far outside a bound a number that need not be whole is put. */
const STEP = 0.01;

const textOf = (length: number): string =>
  'example '
    .repeat(Math.ceil(length / 8))
    .slice(0, length)
    .replace(/ $/, 'x');

const GOOD: Readonly<Record<string, readonly string[]>> = {
  email: ['ana.perez+kit@mail.example.com'],
  uri: ['https://example.com/a/b?c=d#e'],
};

const BAD: Readonly<Record<string, readonly string[]>> = {
  email: ['ana.example.com', 'ana@'],
  uri: ['example', 'https://'],
  date: ['tomorrow', '2026-13-01', '2026-02-30'],
  'date-time': ['2026-01-31', '2026-01-31T25:00:00Z'],
};

function textInside({ minLength = 0, maxLength, format }: Text): FieldValue[] {
  if (format !== undefined) return (GOOD[format] ?? []).map((value) => ({ says: `"${value}"`, value }));
  const found: FieldValue[] = [];
  if (minLength > 0 && minLength <= LONGEST_TEXT) {
    found.push({ says: `a text of ${minLength} (exactly minLength)`, value: textOf(minLength) });
  }
  if (maxLength !== undefined && maxLength > 0 && maxLength <= LONGEST_TEXT) {
    found.push({ says: `a text of ${maxLength} (exactly maxLength)`, value: textOf(maxLength) });
    // JSON Schema counts code points; a text of emoji has twice as many UTF-16 units.
    found.push({ says: `${maxLength} emoji (exactly maxLength, in code points)`, value: '😀'.repeat(maxLength) });
  }
  return found;
}

function textOutside({ minLength = 0, maxLength, format }: Text): FieldValue[] {
  const found: FieldValue[] = (BAD[format ?? ''] ?? []).map((value) => ({ says: `"${value}" (no ${format})`, value }));
  if (format === undefined && minLength > 1 && minLength <= LONGEST_TEXT) {
    const length = minLength - 1;
    found.push({ says: `a text of ${length} (just below minLength ${minLength})`, value: textOf(length) });
  }
  if (format === undefined && maxLength !== undefined && maxLength <= LONGEST_TEXT) {
    const length = maxLength + 1;
    found.push({ says: `a text of ${length} (just above maxLength ${maxLength})`, value: textOf(length) });
  }
  return found;
}

function limitsOf({ type, minimum, maximum }: Numeric): { least?: number; most?: number } {
  const whole = type === 'integer';
  return {
    ...(minimum !== undefined && { least: whole ? Math.ceil(minimum) : minimum }),
    ...(maximum !== undefined && { most: whole ? Math.floor(maximum) : maximum }),
  };
}

function numberInside(property: Numeric): FieldValue[] {
  const { least, most } = limitsOf(property);
  return [
    ...(least === undefined ? [] : [{ says: `${least} (exactly minimum)`, value: least }]),
    ...(most === undefined ? [] : [{ says: `${most} (exactly maximum)`, value: most }]),
  ];
}

const stepFrom = (from: number, step: number): number => Number((from + step).toPrecision(15));

function numberOutside(property: Numeric): FieldValue[] {
  const step = property.type === 'integer' ? 1 : STEP;
  const { least, most } = limitsOf(property);
  const below = least === undefined ? undefined : stepFrom(least, -step);
  const above = most === undefined ? undefined : stepFrom(most, step);
  return [
    ...(below !== undefined && below < (least ?? 0)
      ? [{ says: `${below} (just below minimum ${least})`, value: below }]
      : []),
    ...(above !== undefined && above > (most ?? 0)
      ? [{ says: `${above} (just above maximum ${most})`, value: above }]
      : []),
  ];
}

function choiceInside(property: Options): FieldValue[] {
  const values = valuesOf(property);
  const chosen = values.length > MOST_OPTIONS ? [...values.slice(0, MOST_OPTIONS - 1), ...values.slice(-1)] : values;
  return chosen.map((value) => ({ says: `its option "${value}"`, value }));
}

function strangerTo(values: readonly string[]): string {
  let stranger = 'vuelta-no-such-option';
  while (values.includes(stranger)) stranger += '-x';
  return stranger;
}

function choiceOutside(property: Options): FieldValue[] {
  const values = valuesOf(property);
  const stranger = strangerTo(values);
  const title = optionsOf(property).find((option) => !values.includes(option.title))?.title;
  return [
    { says: `"${stranger}" (no option)`, value: stranger },
    ...(title === undefined ? [] : [{ says: `"${title}" (the title of an option, not its value)`, value: title }]),
  ];
}

function severalInside(property: Several): FieldValue[] {
  const values = valuesOf(property);
  const { minItems = 0, maxItems } = property;
  const most = Math.min(maxItems ?? values.length, values.length);
  return [
    { says: `${minItems} options (exactly minItems)`, value: values.slice(0, minItems) },
    { says: `${most} options (as many as it allows)`, value: values.slice(0, most) },
  ];
}

function severalOutside(property: Several): FieldValue[] {
  const values = valuesOf(property);
  const { minItems = 0, maxItems = Infinity } = property;
  const stranger = strangerTo(values);
  const found: FieldValue[] = [{ says: `["${stranger}"] (no option)`, value: [stranger] }];
  if (minItems > 0) {
    const few = minItems - 1;
    found.push({ says: `${few} options (just below minItems ${minItems})`, value: values.slice(0, few) });
  }
  if (maxItems < values.length) {
    const many = maxItems + 1;
    found.push({ says: `${many} options (just above maxItems ${maxItems})`, value: values.slice(0, many) });
  }
  return found;
}

const isNumeric = (property: FormProperty): property is Numeric =>
  property.type === 'number' || property.type === 'integer';

export function insideBounds({ property }: Field): FieldValue[] {
  if (property.type === 'array') return severalInside(property);
  if (hasOptions(property)) return choiceInside(property);
  if (isNumeric(property)) return numberInside(property);
  return property.type === 'string' ? textInside(property as Text) : [];
}

/** Values of the right type just outside of what the field allows. The empty text is not among them. */
export function outsideBounds({ property }: Field): FieldValue[] {
  if (property.type === 'array') return severalOutside(property);
  if (hasOptions(property)) return choiceOutside(property);
  if (isNumeric(property)) return numberOutside(property);
  return property.type === 'string' ? textOutside(property as Text) : [];
}

export function allows({ name, property }: Field, value: unknown): boolean {
  const schema: FormSchema = { type: 'object', properties: { [name]: property } };
  return checkContent(schema, { [name]: value }).ok;
}
