import { checkContent, type FormProperty, type FormSchema, type FormValue } from '../../form/index.js';
import { type Foreign, isScalar, isInGrammar, readForeign } from './foreign-read.js';
import { bareMap, type JsonObject } from '../../json.js';

export type { Foreign } from './foreign-read.js';

/** A value as it goes on the wire: what a picked text stands for. */
export function toWire({ values }: Foreign, value: FormValue): unknown {
  if (values === undefined) return value;
  return Array.isArray(value) ? value.map((text) => values.get(text) ?? text) : (values.get(String(value)) ?? value);
}

function fromWire({ values }: Foreign, value: unknown): unknown {
  if (values === undefined) return value;
  const textOf = (item: unknown): unknown => (isScalar(item) && values.get(String(item)) === item ? String(item) : {});
  return Array.isArray(value) ? value.map(textOf) : textOf(value);
}

/** Finds an expression in a text; `undefined` when it is none, or took too long. */
export type FindPattern = (pattern: string, text: string) => boolean | undefined;

/** Why a value does not fit a field that goes beyond the grammar. What `find` cannot say is left to the server. */
export function refuseForeign(foreign: Foreign, value: unknown, find?: FindPattern): string | undefined {
  const { property, isNullable, pattern, limits } = foreign;
  if (value === null) return isNullable ? undefined : 'must not be empty';
  const schema: FormSchema = { type: 'object', properties: { field: property } };
  const outcome = checkContent(schema, { field: fromWire(foreign, value) });
  if (!outcome.ok) return outcome.issues[0]?.message ?? '';
  if (typeof value === 'string' && pattern !== undefined && find?.(pattern, value) === false)
    return `must match ${pattern}`;
  if (typeof value !== 'number') return undefined;
  const { above = -Infinity, below = Infinity, step } = limits;
  if (value <= above) return `must be more than ${above}`;
  if (value >= below) return `must be less than ${below}`;
  const steps = step === undefined ? 0 : value / step;
  return Math.abs(steps - Math.round(steps)) < 1e-9 ? undefined : `must be a multiple of ${step}`;
}

const isForeign = (property: FormProperty): boolean => !isInGrammar(property as unknown as JsonObject);

export const foreignOf = (property: FormProperty): Foreign | undefined =>
  isForeign(property) ? readForeign(property) : undefined;

/** The fields of a form that the grammar has not, each as far as it can be read. */
export function foreignIn({ properties }: FormSchema): ReadonlyMap<string, Foreign | undefined> {
  const entries = Object.entries(properties).filter(([, property]) => isForeign(property));
  return new Map(entries.map(([name, property]) => [name, readForeign(property)]));
}

/** The form as far as it can be read: what a person is shown of it, in the grammar. */
export function readable({ properties, required = [] }: FormSchema): FormSchema {
  const foreign = foreignIn({ type: 'object', properties });
  const read = bareMap<FormProperty>();
  for (const [name, property] of Object.entries(properties)) {
    const own = foreign.has(name) ? foreign.get(name)?.property : property;
    if (own !== undefined) read[name] = own;
  }
  const needed = required.filter((name) => name in read && foreign.get(name)?.isNullable !== true);
  return { type: 'object', properties: read, required: needed };
}

export function contentToWire(schema: FormSchema, content: Readonly<Record<string, FormValue>>): JsonObject {
  const foreign = foreignIn(schema);
  const wire = bareMap<unknown>();
  for (const [name, value] of Object.entries(content)) {
    const own = foreign.get(name);
    wire[name] = own === undefined ? value : toWire(own, value);
  }
  return wire;
}
