import { type FormProperty, lintForm } from '../../form/index.js';
import { isObject, type JsonObject } from '../../json.js';

export type Scalar = string | number | boolean;

/**
 * A field of another server that goes beyond the form grammar, read as a field of it: what a person is shown, and what is checked
 * besides.
 */
export interface Foreign {
  readonly property: FormProperty;
  /** `null` is a value: to leave the field empty is one. */
  readonly isNullable: boolean;
  /** The values behind the options, by the text that stands for each. */
  readonly values: ReadonlyMap<string, Scalar> | undefined;
  readonly pattern: string | undefined;
  readonly limits: { readonly above?: number; readonly below?: number; readonly step?: number };
  /** What it says and nothing here can check, by keyword. */
  readonly unchecked: readonly string[];
}

/** Keywords that are read, or that constrain nothing; any other one is named as not checked. */
const READ: ReadonlySet<string> = new Set(
  (
    'title description examples deprecated readOnly writeOnly $comment $id $anchor type default enum enumNames const oneOf anyOf ' +
    'items nullable pattern format minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems ' +
    'maxItems uniqueItems'
  ).split(' '),
);
const FORMATS: ReadonlySet<unknown> = new Set(['email', 'uri', 'date', 'date-time']);

/** What may rule options out, which are shown all the same. */
const RULES_OF_OPTIONS: ReadonlySet<string> = new Set(
  'pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf'.split(' '),
);

const isNull = (node: unknown): boolean => isObject(node) && (node['type'] === 'null' || node['const'] === null);
export const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
const keep = (node: JsonObject, ...names: string[]): JsonObject =>
  Object.fromEntries(names.filter((name) => node[name] !== undefined).map((name) => [name, node[name]]));

function withoutNull(node: JsonObject): { readonly node: JsonObject; readonly isNullable: boolean } {
  const { type, nullable, enum: values, ...rest } = node;
  const types = Array.isArray(type) ? type.filter((name) => name !== 'null') : [type];
  const options = Array.isArray(values) ? values.filter((value) => value !== null) : values;
  const isNullable =
    nullable === true ||
    (Array.isArray(type) && types.length < type.length) ||
    (Array.isArray(values) && Array.isArray(options) && options.length < values.length);
  const bare: JsonObject = {
    ...rest,
    ...(types.length === 1
      ? types[0] !== undefined && { type: types[0] }
      : {
          type:
            types.includes('number') && types.every((name) => name === 'number' || name === 'integer')
              ? 'number'
              : types,
        }),
    ...(options !== undefined && { enum: options }),
  };
  for (const key of ['anyOf', 'oneOf'] as const) {
    const members = bare[key];
    if (!Array.isArray(members) || !members.some(isNull)) continue;
    const others = members.filter((member) => !isNull(member));
    const { [key]: _, ...beside } = bare;
    const [only] = others;
    // A constant is an option with a title of its own, and not the field.
    const isField = others.length === 1 && isObject(only) && only['const'] === undefined;
    return {
      node: isField ? { ...only, ...beside } : { ...beside, [key]: others },
      isNullable: true,
    };
  }
  return { node: bare, isNullable };
}

function isOfType(type: unknown, value: unknown): boolean {
  if (!isScalar(value) || type === undefined) return isScalar(value);
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

interface Options {
  readonly titled: readonly { readonly const: string; readonly title: string }[];
  readonly values: ReadonlyMap<string, Scalar>;
}

/** The options of a node in any way that schemas say them; texts, numbers and yes or no. */
function optionsOf(node: JsonObject): Options | undefined {
  const { const: only, enum: listed, enumNames } = node;
  const union = node['oneOf'] ?? node['anyOf'];
  const names =
    Array.isArray(enumNames) && Array.isArray(listed) && enumNames.length === listed.length ? enumNames : [];
  const pairs: readonly (readonly [unknown, unknown])[] | undefined = Array.isArray(listed)
    ? listed.map((value, at): [unknown, unknown] => [value, names[at]])
    : only !== undefined
      ? [[only, undefined]]
      : Array.isArray(union)
        ? union.map((member): [unknown, unknown] =>
            isObject(member) ? [member['const'], member['title']] : [undefined, undefined],
          )
        : undefined;
  if (pairs === undefined || pairs.length === 0 || !pairs.every(([value]) => isOfType(node['type'], value)))
    return undefined;
  const titled = pairs.map(([value, title]) => ({
    const: String(value),
    title: typeof title === 'string' && title !== '' ? title : String(value),
  }));
  const values = new Map(pairs.map(([value]) => [String(value), value as Scalar]));
  return values.size === pairs.length ? { titled, values } : undefined;
}

const textFor = (options: Options, value: unknown): string | undefined =>
  isScalar(value) && options.values.get(String(value)) === value ? String(value) : undefined;

function choiceOf(node: JsonObject): { property: JsonObject; options: Options } | undefined {
  const isSeveral = node['type'] === 'array';
  const source = isSeveral ? node['items'] : node;
  const options = isObject(source) && source['type'] !== 'object' ? optionsOf(source) : undefined;
  if (options === undefined) return undefined;
  const labels = keep(node, 'title', 'description');
  const given = node['default'];
  const texts = [given].flat().map((value) => textFor(options, value));
  const isPreset = Array.isArray(given) === isSeveral && texts.every((text) => text !== undefined);
  const preset = isPreset && { default: isSeveral ? texts : texts[0] };
  const property = isSeveral
    ? { type: 'array', ...labels, ...keep(node, 'minItems', 'maxItems'), items: { anyOf: options.titled }, ...preset }
    : { type: 'string', ...labels, oneOf: options.titled, ...preset };
  return { options, property };
}

function plainOf(node: JsonObject): JsonObject | undefined {
  const labels = keep(node, 'title', 'description', 'default');
  switch (node['type']) {
    case 'boolean':
      return { type: 'boolean', ...labels };
    case 'number':
    case 'integer':
      return { type: node['type'], ...labels, ...keep(node, 'minimum', 'maximum') };
    case 'string':
      return {
        type: 'string',
        ...labels,
        ...keep(node, 'minLength', 'maxLength'),
        ...(FORMATS.has(node['format']) && keep(node, 'format')),
      };
    default:
      return undefined;
  }
}

export const isInGrammar = (property: JsonObject): boolean =>
  lintForm({ type: 'object', properties: { field: property } }).length === 0;

function inGrammar(property: JsonObject): FormProperty | undefined {
  const { default: _, ...rest } = property;
  const fitting = [property, rest].find(isInGrammar);
  return fitting as FormProperty | undefined;
}

/** In the drafts before 6, `true` makes the bound beside it exclusive. */
function limitsOf(node: JsonObject): Foreign['limits'] {
  const above = node[node['exclusiveMinimum'] === true ? 'minimum' : 'exclusiveMinimum'];
  const below = node[node['exclusiveMaximum'] === true ? 'maximum' : 'exclusiveMaximum'];
  const limits = Object.entries({ above, below, step: node['multipleOf'] });
  return Object.fromEntries(limits.filter(([, limit]) => Number.isFinite(limit)));
}

/** Reads a field that goes beyond the grammar; `undefined` for one that nobody can be asked for, such as an object. */
export function readForeign(given: unknown): Foreign | undefined {
  if (!isObject(given)) return undefined;
  const { node, isNullable } = withoutNull(given);
  const choice = choiceOf(node);
  const hasUnion = node['anyOf'] !== undefined || node['oneOf'] !== undefined;
  const bare = choice?.property ?? (hasUnion || node['enum'] !== undefined ? undefined : plainOf(node));
  const property = bare === undefined ? undefined : inGrammar(bare);
  if (property === undefined) return undefined;
  const { pattern, format } = node;
  const isChoice = choice !== undefined;
  const strays = Object.keys(node).filter(
    (name) => (!READ.has(name) && !name.startsWith('x-')) || (isChoice && RULES_OF_OPTIONS.has(name)),
  );
  const isOdd = format !== undefined && !FORMATS.has(format);
  return {
    property,
    isNullable,
    values: choice?.options.values,
    pattern: typeof pattern === 'string' && !isChoice ? pattern : undefined,
    limits: limitsOf(node),
    unchecked: [...strays, ...(isOdd ? [typeof format === 'string' ? `format ${format}` : 'format'] : [])],
  };
}
