import type { FormProperty, FormSchema, FormValue } from './index.js';
import { hasOptions, valuesOf } from './options.js';

export const FORMATS: Readonly<Record<string, string>> = {
  email: 'ana@example.com',
  uri: 'https://example.com/',
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
};

export function exampleText(minLength = 0, maxLength = Infinity): string {
  const text = 'example';
  return text
    .padEnd(minLength, 'x')
    .slice(0, Math.max(minLength, Math.min(maxLength, Math.max(minLength, text.length))));
}

/** A number as near to 1 as the bounds allow. */
export function exampleNumber(minimum = -Infinity, maximum = Infinity, whole = false): number {
  const near = Math.min(Math.max(1, minimum), maximum);
  return whole && !Number.isInteger(near) ? Math.ceil(near) : near;
}

/** A value that the field accepts: its default, else the first option, yes, the nearest number, or a text of fitting length. */
export function exampleValue(property: FormProperty): FormValue {
  if (property.default !== undefined) return property.default;
  if (hasOptions(property)) {
    const options = valuesOf(property);
    const few = 'minItems' in property ? Math.max(1, property.minItems ?? 1) : 1;
    return property.type === 'array' ? options.slice(0, few) : (options[0] ?? '');
  }
  switch (property.type) {
    case 'boolean':
      return true;
    case 'number':
    case 'integer':
      return exampleNumber(property.minimum, property.maximum, property.type === 'integer');
    case 'string': {
      const { format, minLength, maxLength } = property as { format?: string; minLength?: number; maxLength?: number };
      return (format === undefined ? undefined : FORMATS[format]) ?? exampleText(minLength, maxLength);
    }
  }
}

/** Content that a form accepts, made from its fields alone: an obliging person fills in everything. */
export function exampleContent(schema: FormSchema): Record<string, FormValue> {
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, property]) => [
      name,
      property.type === 'boolean' ? true : exampleValue(property),
    ]),
  );
}
