import { isObject } from '../json.js';
import { checkContent } from './check.js';
import type { FormProperty, FormValue, TitledOption } from './grammar.js';
import { asksForSecret } from './lint/advise.js';
import { hasOptions, optionsOf } from './options.js';

/** What a person needs in order to give the value of a field: something to type into, of a kind, or something to pick. */
export type Control =
  'text' | 'email' | 'uri' | 'date' | 'date-time' | 'number' | 'integer' | 'yesNo' | 'choice' | 'several';

const MAX_OPTIONS = 1000;
const FORMATS: ReadonlySet<unknown> = new Set(['email', 'uri', 'date', 'date-time']);

const isText = (value: unknown): boolean => typeof value === 'string';
const isTitled = (option: unknown): boolean => isObject(option) && isText(option['const']) && isText(option['title']);
const isListOf = (isOne: (item: unknown) => boolean, list: unknown): boolean =>
  Array.isArray(list) && list.every(isOne);

/** Whether the options can be shown: no linter has seen the schemas of another server. */
function hasReadableOptions(property: FormProperty): boolean {
  const isList = property.type === 'array';
  const source: unknown = isList ? property.items : property;
  if (!isObject(source)) return false;
  const { enum: values, anyOf, oneOf } = source;
  if (!(values === undefined ? isListOf(isTitled, isList ? anyOf : oneOf) : isListOf(isText, values))) return false;
  const { length } = hasOptions(property) ? optionsOf(property) : [];
  return length > 0 && length <= MAX_OPTIONS;
}

/** The control of a field; `undefined` for a property that none of them can hold. */
export function controlOf(property: FormProperty): Control | undefined {
  switch (property.type) {
    case 'boolean':
      return 'yesNo';
    case 'number':
    case 'integer':
      return property.type;
    case 'array':
    case 'string':
      if (!hasOptions(property)) return FORMATS.has(property.format) ? property.format : 'text';
      if (!hasReadableOptions(property)) return undefined;
      return property.type === 'array' ? 'several' : 'choice';
    default:
      return undefined;
  }
}

const isPicked = (control: Control | undefined): boolean => control === 'choice' || control === 'several';

/** What can be picked in a field; nothing where a person types, or answers yes or no. */
export const choicesOf = (property: FormProperty): TitledOption[] =>
  isPicked(controlOf(property)) && hasOptions(property) ? optionsOf(property) : [];

/** Whether a person would type a secret into a field, going by its name and texts. */
export function isSecret(name: string, property: FormProperty): boolean {
  const control = controlOf(property);
  if (control === undefined || control === 'yesNo' || isPicked(control)) return false;
  const { type, title, description } = property;
  return asksForSecret(name, { type, title, description } as FormProperty);
}

/** The default of a field; a default that breaks its own field is none. */
export function presetOf(name: string, property: FormProperty): FormValue | undefined {
  if (property.default === undefined) return undefined;
  const outcome = checkContent({ type: 'object', properties: { [name]: property } }, {});
  return outcome.ok ? outcome.wire[name] : undefined;
}

/** A limit that every whole number keeps says nothing. */
const boundOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined;

/** The limits of a number, as far as they say something. */
export function rangeOf(property: FormProperty): { readonly minimum?: number; readonly maximum?: number } {
  if (property.type !== 'integer' && property.type !== 'number') return {};
  const [minimum, maximum] = [boundOf(property.minimum), boundOf(property.maximum)];
  return { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
}

/** A value as a person reads it. `show` makes a text safe, or gives the title of an option. */
export function describeValue(value: FormValue, words: YesNo, show: (text: string) => string): string {
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  return Array.isArray(value) ? value.map(show).join(', ') : show(String(value));
}

interface YesNo {
  readonly yes: string;
  readonly no: string;
}
