import { isObject, keysOf } from '../../json.js';
import type { JsonObject } from '../../json.js';
import { isAnnotation } from '../lint/keywords.js';
import { resolve } from './refs.js';

/** One option as a schema library prints it; the title may be missing. */
export interface Choice {
  const: string;
  title?: string;
}

const CHOICE_KEYS = ['const', 'enum', 'anyOf', 'oneOf'] as const;

const isText = (value: unknown): value is string => typeof value === 'string';

function readMember(root: JsonObject, given: unknown): Choice[] | undefined {
  const member = isObject(given) ? resolve(root, given) : undefined;
  if (member === undefined) return undefined;
  const source = choiceKey(member);
  const foreign = keysOf(member).some((key) => key !== 'type' && key !== source && !isAnnotation(key));
  const choices = foreign ? undefined : readChoices(root, member);
  const [only] = choices ?? [];
  if (only === undefined || member.const === undefined || !isText(member.title)) return choices;
  return [{ const: only.const, title: member.title }];
}

/** The keyword that a node's options are read from; any other one of its kind is a constraint of its own. */
export const choiceKey = (node: JsonObject): string => CHOICE_KEYS.find((key) => node[key] !== undefined) ?? 'enum';

/**
 * Reads the options of a node, in any of the ways that converters print them: `const`, `enum`, or `anyOf`/`oneOf` of
 * those, titled or not.
 *
 * @returns `undefined` when the node does not offer options of text.
 */
export function readChoices(root: JsonObject, node: JsonObject): Choice[] | undefined {
  if (node.type !== undefined && node.type !== 'string') return undefined;
  if (isText(node.const)) return [{ const: node.const }];
  if (Array.isArray(node.enum)) {
    return node.enum.every(isText) ? node.enum.map((value) => ({ const: value })) : undefined;
  }
  const union = node.anyOf ?? node.oneOf;
  if (!Array.isArray(union)) return undefined;
  const members = union.map((member) => readMember(root, member));
  return members.every((member) => member !== undefined) ? members.flat() : undefined;
}

export const hasForeignOptions = (node: JsonObject): boolean =>
  (Array.isArray(node.enum) && node.enum.some((value) => !isText(value))) || typeof node.const === 'number';
