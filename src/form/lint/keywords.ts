/** Keywords that say something about a schema and constrain nothing: dropped wherever they stand. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  '$comment',
  '$id',
  '$anchor',
  'deprecated',
  'description',
  'examples',
  'readOnly',
  'title',
  'writeOnly',
]);

export const isAnnotation = (key: string): boolean => ANNOTATIONS.has(key) || key.startsWith('x-');

/** Constraints of JSON Schema that a field of a form cannot carry, each with what to use instead in a wire schema. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['pattern', 'use format, or a Standard Schema, which checks it when the answer comes back'],
  ['format', 'use email, uri, date or date-time'],
  ['exclusiveMinimum', 'use minimum'],
  ['exclusiveMaximum', 'use maximum'],
  ['multipleOf', 'use an integer, or a Standard Schema, which checks it when the answer comes back'],
  ['const', 'use an enum of one value'],
  ['anyOf', 'use oneOf with const and title for one choice, items.anyOf for several'],
  ['oneOf', 'use items.anyOf with const and title for several choices'],
  ['enum', 'use type string with an enum; for several choices put the enum on items'],
  ['enumNames', 'use oneOf with const and title'],
  ['not', 'use an enum of what is allowed'],
  ['allOf', 'write one schema'],
  ['items', 'use type array for several choices'],
  ['minLength', 'use it on text without an enum'],
  ['maxLength', 'use it on text without an enum'],
  ['minimum', 'use it on a number or an integer'],
  ['maximum', 'use it on a number or an integer'],
  ['minItems', 'use it on several choices'],
  ['maxItems', 'use it on several choices'],
  ['uniqueItems', 'leave it out; no choice counts twice'],
  ['contains', 'use minItems and maxItems'],
  ['minContains', 'use minItems and maxItems'],
  ['maxContains', 'use minItems and maxItems'],
  ['prefixItems', 'use one field for each item'],
  ['unevaluatedItems', 'leave it out'],
  ['contentEncoding', 'use text'],
  ['contentMediaType', 'use text'],
  ['contentSchema', 'use text'],
  ['properties', 'use top-level fields'],
  ['required', 'use required at the top of the form'],
  ['additionalProperties', 'use top-level fields'],
  ['patternProperties', 'name each field'],
  ['propertyNames', 'name each field'],
  ['unevaluatedProperties', 'leave it out'],
  ['minProperties', 'use required'],
  ['maxProperties', 'leave it out'],
  ['dependentRequired', 'ask again for what depends on an answer'],
  ['dependentSchemas', 'ask again for what depends on an answer'],
  ['dependencies', 'ask again for what depends on an answer'],
  ['if', 'ask again for what depends on an answer'],
  ['then', 'ask again for what depends on an answer'],
  ['else', 'ask again for what depends on an answer'],
]);

/** Whether `key` is a keyword of JSON Schema that a schema library enforces when it validates. */
export const isConstraint = (key: string): boolean => INSTEAD.has(key);

export const refusalOf = (key: string): string =>
  isConstraint(key) ? `is not in the form grammar here; ${INSTEAD.get(key)}` : 'is not in the form grammar; remove it';
