import type { FormIssue, FormOutcome, FormSchema, FormValue } from './grammar.js';
import { isObject, isReservedName, own } from '../json.js';
import { cleanValue, NO_TYPE, refuseValue } from './value.js';

type Content = Record<string, FormValue>;

const refused = (path: string, message: string): FormOutcome<Content> => ({ ok: false, issues: [{ path, message }] });

const isBare = (schema: FormSchema): boolean => Object.keys(schema.properties).length === 0 && !schema.required?.length;

/**
 * Checks the `content` of an accepted answer against a wire schema.
 *
 * Extra keys are dropped, defaults fill what is absent, and only own properties are read. `undefined` stands for an
 * absent `content`, which a form without fields allows. Nothing is coerced: the text `"true"` is not a boolean.
 * Lengths count code points; a text of more than 65 536 characters is refused whatever the schema says.
 *
 * It does not lint: run {@link lintForm} first on a schema that you did not write. It never throws on an answer.
 *
 * @returns the cleaned content, or one issue for each field that does not fit (MCP 2026-07-28, elicitation: servers
 * validate what they receive).
 * @example
 * ```ts
 * const schema: FormSchema = { type: 'object', properties: { seats: { type: 'integer', minimum: 1 } }, required: ['seats'] };
 * checkContent(schema, { seats: 0 }); // { ok: false, issues: [{ path: 'seats', message: 'must be at least 1' }] }
 * ```
 */
export function checkContent(schema: FormSchema, content: unknown): FormOutcome<Content> {
  const given = content === undefined && isBare(schema) ? {} : content;
  if (!isObject(given)) return refused('', 'must be an object with one value for each field');

  const wire: Content = {};
  const issues: FormIssue[] = [];
  for (const [name, property] of Object.entries(schema.properties)) {
    // Assigning to `__proto__` would give the content another prototype.
    if (isReservedName(name)) continue;
    if (!isObject(property)) {
      issues.push({ path: name, message: NO_TYPE });
      continue;
    }
    const value = own(given, name) === undefined ? property.default : given[name];
    if (value === undefined) {
      if (schema.required?.includes(name)) issues.push({ path: name, message: 'is required' });
      continue;
    }
    const message = refuseValue(property, value);
    if (message === undefined) wire[name] = cleanValue(value as FormValue);
    else issues.push({ path: name, message });
  }
  for (const name of schema.required ?? []) {
    if (isReservedName(name) || !Object.hasOwn(schema.properties, name)) {
      issues.push({ path: name, message: 'is required, but the form has no such field' });
    }
  }
  return issues.length === 0 ? { ok: true, content: wire, wire } : { ok: false, issues };
}

/**
 * Fills in the defaults of the fields that `content` leaves out, as a client does before it sends an answer
 * (MCP 2026-07-28, elicitation: default values). It checks nothing and keeps everything else as it is.
 *
 * @example
 * ```ts
 * fillDefaults({ type: 'object', properties: { copies: { type: 'integer', default: 1 } } }, {}); // { copies: 1 }
 * ```
 */
export function fillDefaults(schema: FormSchema, content: Content): Content {
  const filled: Content = {};
  for (const [name, value] of Object.entries(content)) if (!isReservedName(name)) filled[name] = value;
  for (const [name, property] of Object.entries(schema.properties)) {
    if (property.default === undefined || isReservedName(name) || own(content, name) !== undefined) continue;
    filled[name] = cleanValue(property.default);
  }
  return filled;
}
