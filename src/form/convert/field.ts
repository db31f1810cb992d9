import { choiceKey, hasForeignOptions, readChoices } from './choices.js';
import type { Choice } from './choices.js';
import { isFormat, LIBRARY_SIZES } from '../formats.js';
import type { FormFault } from '../grammar.js';
import { isObject, keysOf } from '../../json.js';
import type { JsonObject } from '../../json.js';
import { isAnnotation, isConstraint, refusalOf } from '../lint/keywords.js';
import { resolve } from './refs.js';
import { ENUM_ON_LIST, FREE_LIST, refuseShape } from '../lint/shapes.js';
import { type Wanted, wantedNumber, wantedText } from './wanted.js';
import type { TextFormat } from '../grammar.js';

/** What a conversion knows and collects. */
export interface Conversion {
  readonly root: JsonObject;
  /** Whether a schema library validates the answer again, so that what the wire cannot carry still holds. */
  readonly enforces: boolean;
  readonly enforced: string[];
  readonly faults: FormFault[];
  /** What a field wants, by its path, where the library takes less than the wire says. */
  readonly wanted: Map<string, Wanted>;
}

/** Keeps `keys` of `node`, in that order, so that equal schemas are equal bytes. */
const pick = (node: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(keys.filter((key) => node[key] !== undefined).map((key) => [key, node[key]]));

/**
 * INVARIANT: a constraint is carried, enforced on re-entry and reported, or refused; never weakened in silence.
 *
 * A keyword that JSON Schema does not know constrains nothing where a library validates; in a wire schema it is a fault.
 */
export function account(node: JsonObject, carried: readonly string[], path: string, conversion: Conversion): void {
  for (const key of keysOf(node)) {
    if (carried.includes(key) || isAnnotation(key)) continue;
    const where = path === '' ? key : `${path}.${key}`;
    if (!conversion.enforces) conversion.faults.push({ path: where, message: refusalOf(key) });
    else if (isConstraint(key)) conversion.enforced.push(where);
  }
}

const NOTHING_FITS = 'leaves no value that an answer may have';
const FILE = 'is a file, which an answer cannot hold; use a URL ask';

const UNRESOLVED: JsonObject = { type: 'unknown' };

const plain = (choices: readonly Choice[]): string[] => choices.map((choice) => choice.const);
const titled = (choices: readonly Choice[]): JsonObject[] =>
  choices.map((choice) => ({ const: choice.const, title: choice.title ?? choice.const }));
const anyTitle = (choices: readonly Choice[]): boolean => choices.some((choice) => choice.title !== undefined);

function choiceField(node: JsonObject, choices: readonly Choice[], path: string, conversion: Conversion): JsonObject {
  const source = choiceKey(node);
  const names = source === 'enum' ? ['enumNames'] : [];
  account(node, ['type', source, 'default', ...names], path, conversion);
  return {
    type: 'string',
    ...pick(node, ['title', 'description']),
    ...(anyTitle(choices) ? { oneOf: titled(choices) } : { enum: plain(choices), ...pick(node, names) }),
    ...pick(node, ['default']),
  };
}

function severalField(
  node: JsonObject,
  items: JsonObject,
  path: string,
  conversion: Conversion,
): JsonObject | undefined {
  const choices = readChoices(conversion.root, items);
  if (choices === undefined) {
    conversion.faults.push({ path, message: node.enum === undefined ? FREE_LIST : ENUM_ON_LIST });
    return undefined;
  }
  account(node, ['type', 'items', 'minItems', 'maxItems', 'uniqueItems', 'default'], path, conversion);
  account(items, ['type', choiceKey(items)], `${path}.items`, conversion);
  return {
    type: 'array',
    ...pick(node, ['title', 'description', 'minItems', 'maxItems']),
    items: anyTitle(choices) ? { anyOf: titled(choices) } : { type: 'string', enum: plain(choices) },
    ...pick(node, ['default']),
  };
}

const isPattern = (part: unknown): boolean => isObject(part) && keysOf(part).join() === 'pattern';

/** The patterns of a text node, its own and those that a converter put side by side in `allOf`, and what else it says. */
function splitPatterns({ pattern, allOf, ...rest }: JsonObject): { patterns: unknown[]; rest: JsonObject } {
  const single = pattern === undefined ? [] : [pattern];
  if (!Array.isArray(allOf) || !allOf.every(isPattern)) return { patterns: single, rest: { ...rest, allOf } };
  return { patterns: [...single, ...allOf.map((part: JsonObject) => part.pattern)], rest };
}

/** Whether no text of the length that the format of a library has is as long as it must be. */
function isTooTight({ format, minLength, maxLength }: JsonObject): boolean {
  const [shortest, longest] = LIBRARY_SIZES.get(format) ?? [0, Infinity];
  return Number(minLength ?? 0) > longest || Number(maxLength ?? Infinity) < shortest;
}

/**
 * The format that a library prints says to the wire what kind of text it is; how the library reads it is its own, and takes
 * less (zod: a date and time in UTC, and no `!` in an email address). So that is enforced and reported, too.
 */
function textField(node: JsonObject, path: string, conversion: Conversion): JsonObject {
  const { patterns, rest } = splitPatterns(node);
  const meant = patterns.map(formatOfPattern).find((format) => format !== undefined);
  const format = isFormat(rest.format) ? rest.format : meant;
  const own = patterns.find((pattern) => format === undefined || !saysNoMore(pattern, format));
  const carried = ['type', 'minLength', 'maxLength', 'default', ...(isFormat(rest.format) ? ['format'] : [])];
  account({ ...rest, pattern: own }, carried, path, conversion);
  if (conversion.enforces) {
    if (isTooTight(rest)) conversion.faults.push({ path, message: NOTHING_FITS });
    if (format !== undefined && patterns.length === 0) conversion.enforced.push(`${path}.format`);
    const wanted = wantedText({ ...rest, format: rest.format ?? meant }, patterns);
    if (wanted !== undefined) conversion.wanted.set(path, wanted);
  }
  return {
    type: 'string',
    ...pick(node, ['title', 'description', 'minLength', 'maxLength']),
    ...(format === undefined ? {} : { format }),
    ...pick(node, ['default']),
  };
}

const isBound = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** For whole numbers an exclusive bound has an exact inclusive one, and the safe range is checked anyway. */
function wholeBounds({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonObject): JsonObject {
  const lowest = [minimum, isBound(exclusiveMinimum) ? Math.floor(exclusiveMinimum) + 1 : undefined].filter(isBound);
  const highest = [maximum, isBound(exclusiveMaximum) ? Math.ceil(exclusiveMaximum) - 1 : undefined].filter(isBound);
  const least = Math.max(...lowest);
  const most = Math.min(...highest);
  return {
    ...(least > Number.MIN_SAFE_INTEGER ? { minimum: least } : {}),
    ...(most < Number.MAX_SAFE_INTEGER ? { maximum: most } : {}),
  };
}

function booleanField(node: JsonObject, path: string, conversion: Conversion): JsonObject {
  account(node, ['type', 'default'], path, conversion);
  return { type: 'boolean', ...pick(node, ['title', 'description', 'default']) };
}

/** Whether the bounds that only the library knows leave nothing to a number. */
function isEmptyRange({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: JsonObject): boolean {
  const low = Math.max(...[minimum, exclusiveMinimum, -Infinity].filter((bound) => typeof bound === 'number'));
  const high = Math.min(...[maximum, exclusiveMaximum, Infinity].filter((bound) => typeof bound === 'number'));
  const isOpen = low === exclusiveMinimum || high === exclusiveMaximum;
  if (isOpen ? low >= high : low > high) return true;
  if (!isBound(multipleOf) || multipleOf <= 0 || !Number.isFinite(low) || !Number.isFinite(high)) return false;
  const first = Math.ceil(low / multipleOf) * multipleOf;
  return (first === exclusiveMinimum ? first + multipleOf : first) > high;
}

function numberField(node: JsonObject, path: string, conversion: Conversion): JsonObject {
  if (conversion.enforces) {
    if (isEmptyRange(node)) conversion.faults.push({ path, message: NOTHING_FITS });
    conversion.wanted.set(path, wantedNumber(node));
  }
  const whole = node.type === 'integer';
  const exact = ['exclusiveMinimum', 'exclusiveMaximum'].filter((key) => whole && isBound(node[key]));
  account(node, ['type', 'minimum', 'maximum', 'default', ...exact], path, conversion);
  const bounds = ['minimum', 'maximum'].filter((key) => !whole || !isBound(node[key]));
  return {
    type: node.type,
    ...pick(node, ['title', 'description', ...bounds]),
    ...(whole ? wholeBounds(node) : {}),
    ...pick(node, ['default']),
  };
}

/** The node itself: references followed, also on its items, and its type said. */
function followed(given: JsonObject, root: JsonObject): JsonObject | undefined {
  const node = resolve(root, given);
  if (node === undefined) return undefined;
  if (typeof node.const === 'boolean') return { ...node, type: 'boolean' };
  return isObject(node.items) ? { ...node, items: resolve(root, node.items) ?? UNRESOLVED } : node;
}

/** Turns one node of a JSON Schema into a field; `undefined` after a fault that leaves nothing to show. */
export function convertField(given: unknown, path: string, conversion: Conversion): JsonObject | undefined {
  const refuse = (message: string): undefined => void conversion.faults.push({ path, message });
  if (!isObject(given)) return refuse('is not a schema');
  const node = followed(given, conversion.root);
  if (node === undefined) return refuse('refers to a schema that cannot be written in its place; repeat it here');
  if (node.format === 'binary' || node.contentEncoding === 'binary') return refuse(FILE);
  const choices = readChoices(conversion.root, node);
  if (choices !== undefined) return choiceField(node, choices, path, conversion);
  if (hasForeignOptions(node)) return refuse('has options that are not text; use strings');
  const message = refuseShape(node);
  if (message !== undefined) return refuse(message);
  if (isObject(node.items) && node.type === 'array') return severalField(node, node.items, path, conversion);
  if (node.type === 'string') return textField(node, path, conversion);
  if (node.type === 'boolean') return booleanField(node, path, conversion);
  return numberField(node, path, conversion);
}

// What zod and ArkType print next to a format, or in place of it, as their own way to say it.
const EMAILS: ReadonlySet<string> = new Set([
  String.raw`^(?:[A-Za-z0-9_'+\-]+\.)*[A-Za-z0-9_'+\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$`,
  String.raw`^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$`,
  String.raw`^[\w%+.-]+@[\d.A-Za-z-]+\.[A-Za-z]{2,}$`,
]);

const ZOD_DATE = String.raw`(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|(?:02)-(?:0[1-9]|1\d|2[0-8])))`;

/** Whether a pattern says exactly what the format of the wire says; every other one may take less. */
const saysNoMore = (pattern: unknown, format: TextFormat): boolean => format === 'date' && pattern === `^${ZOD_DATE}$`;

/** The format that a schema library means by `pattern`, when it is one of the library's own. */
function formatOfPattern(pattern: unknown): TextFormat | undefined {
  if (typeof pattern !== 'string') return undefined;
  if (EMAILS.has(pattern)) return 'email';
  return pattern === `^${ZOD_DATE}$` ? 'date' : undefined;
}
