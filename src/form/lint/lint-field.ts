import { isFormat } from '../formats.js';
import type { FormFault, FormProperty } from '../grammar.js';
import { isObject, keysOf } from '../../json.js';
import type { JsonObject } from '../../json.js';
import { isAnnotation, refusalOf } from './keywords.js';
import { MAX_OPTIONS } from '../limits.js';
import { FREE_LIST, refuseShape } from './shapes.js';
import { refuseValue } from '../value.js';

/** Says why a keyword's value is wrong; `undefined` when it is right. */
type Rule = (value: unknown, node: JsonObject) => string | undefined;
type Rules = Readonly<Record<string, Rule>>;

const text: Rule = (value) => (typeof value === 'string' ? undefined : 'must be text');
const size: Rule = (value) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? undefined : 'must be a whole number from 0';
const finite: Rule = (value) => (Number.isFinite(value) ? undefined : 'must be a number');
const format: Rule = (value) => (isFormat(value) ? undefined : 'must be email, uri, date or date-time');

function refuseList(values: readonly unknown[]): string | undefined {
  if (values.length === 0) return 'must have at least one option';
  if (values.length > MAX_OPTIONS) return `must have at most ${MAX_OPTIONS} options`;
  if (!values.every((value) => typeof value === 'string')) return 'must have options that are all text';
  return new Set(values).size === values.length ? undefined : 'must not have the same option twice';
}

const options: Rule = (value) => (Array.isArray(value) ? refuseList(value) : 'must be a list of text');

const isTitled = (value: unknown): boolean =>
  isObject(value) &&
  typeof value.title === 'string' &&
  keysOf(value).every((key) => key === 'const' || isAnnotation(key));

const titledOptions: Rule = (value) => {
  if (!Array.isArray(value) || !value.every(isTitled))
    return 'must be a list of options with const and title, and nothing else';
  return refuseList(value.map((option: JsonObject) => option.const));
};

const names: Rule = (value, node) => {
  const same = Array.isArray(value) && Array.isArray(node.enum) && value.length === node.enum.length;
  return same && value.every((name) => typeof name === 'string')
    ? undefined
    : 'must have one title for each value of enum';
};

const items: Rule = (value) => {
  if (!isObject(value)) return FREE_LIST;
  const strays = keysOf(value).filter((key) => !['type', 'enum', 'anyOf'].includes(key) && !isAnnotation(key));
  if (strays.length > 0) return `has ${strays.join(', ')}, which is not in the form grammar here`;
  if (value.enum !== undefined && value.anyOf !== undefined) return 'must have enum or anyOf, not both';
  if (value.anyOf !== undefined)
    return value.type === undefined ? titledOptions(value.anyOf, value) : 'must not have a type next to anyOf';
  return value.type === 'string' && value.enum !== undefined ? options(value.enum, value) : FREE_LIST;
};

const LABELS: Rules = { type: () => undefined, title: text, description: text, default: () => undefined };
const TEXT: Rules = { ...LABELS, minLength: size, maxLength: size, format };
const NUMBER: Rules = { ...LABELS, minimum: finite, maximum: finite };
const CHOICE: Rules = { ...LABELS, enum: options, enumNames: names };
const TITLED: Rules = { ...LABELS, oneOf: titledOptions };
const SEVERAL: Rules = { ...LABELS, items, minItems: size, maxItems: size };

function rulesOf(node: JsonObject): Rules {
  if (node.type === 'array') return SEVERAL;
  if (node.type === 'boolean') return LABELS;
  if (node.type !== 'string') return NUMBER;
  if (node.enum !== undefined) return CHOICE;
  return node.oneOf === undefined ? TEXT : TITLED;
}

const BOUNDS = [
  ['minLength', 'maxLength'],
  ['minimum', 'maximum'],
  ['minItems', 'maxItems'],
] as const;

/** What a node says twice over must agree: its bounds with each other, and its default with all of it. */
function* disagreements(node: JsonObject): Generator<[key: string, message: string]> {
  for (const [low, high] of BOUNDS) {
    if (Number(node[low]) > Number(node[high])) yield [low, `must not be more than ${high}`];
  }
  const list = isObject(node.items) ? (node.items.enum ?? node.items.anyOf) : undefined;
  if (Array.isArray(list) && Number(node.minItems) > list.length)
    yield ['minItems', 'must not be more than there are options'];
  if (node.default === undefined) return;
  const message = refuseValue(node as unknown as FormProperty, node.default);
  if (message !== undefined) yield ['default', `breaks its own field: ${message}`];
}

export function lintField(node: unknown, path: string): FormFault[] {
  if (!isObject(node)) return [{ path, message: 'is not a schema' }];
  const shape = refuseShape(node);
  if (shape !== undefined) return [{ path, message: shape }];
  const rules = rulesOf(node);
  const faults = keysOf(node).flatMap((key) => {
    const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
    const message = rule === undefined ? (isAnnotation(key) ? undefined : refusalOf(key)) : rule(node[key], node);
    return message === undefined ? [] : [{ path: `${path}.${key}`, message }];
  });
  if (faults.length > 0) return faults;
  return [...disagreements(node)].map(([key, message]) => ({ path: `${path}.${key}`, message }));
}
