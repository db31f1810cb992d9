import { isObject } from '../../json.js';
import type { JsonObject } from '../../json.js';

const NULLABLE = 'can be null, which a field cannot; make it optional instead';
const OBJECT = 'is an object, and a form is flat; use one top-level field for each of its parts';
const MAP = 'is a map of free names, which a form cannot show; use one top-level field for each name';
const MIXED = 'mixes kinds of value; use one kind, or options that are all text';
const FREE_LIST = 'is a list of free values; a list can only be several choices, with an enum of text on items';

const NEVER = 'is a field that no value fits; leave it out';
const ENUM_ON_LIST = 'has its enum on the list; put it on items, with type string';

const isNull = (node: unknown): boolean => isObject(node) && node.type === 'null';
const isObjectShape = (node: unknown): boolean =>
  isObject(node) && (node.type === 'object' || node.properties !== undefined);

function whyNotUnion(members: readonly unknown[]): string {
  if (members.some(isNull)) return NULLABLE;
  return members.some(isObjectShape)
    ? 'is a choice between objects, and a form is flat; ask for each on its own'
    : MIXED;
}

function whyNotList(node: JsonObject): string | undefined {
  if (node.prefixItems !== undefined || Array.isArray(node.items))
    return 'is a tuple; use one top-level field for each item';
  if (isObjectShape(node.items)) return 'is a list of objects, and a form is flat; ask once for each object';
  if (isObject(node.items)) return undefined;
  return node.enum === undefined ? FREE_LIST : ENUM_ON_LIST;
}

/**
 * Why a schema node cannot be a field at all, whatever its constraints: nested, nullable, of several kinds or of none.
 * Nodes that offer options are not looked at here.
 */
export function refuseShape(node: JsonObject): string | undefined {
  const { type, not } = node;
  if (isObject(not) && Object.keys(not).length === 0) return NEVER;
  if (Array.isArray(type)) return type.includes('null') ? NULLABLE : MIXED;
  if (isObjectShape(node)) return node.properties === undefined && isObject(node.additionalProperties) ? MAP : OBJECT;
  if (type === 'null') return 'can only be null; leave it out';
  if (type === 'array') return whyNotList(node);
  const union = node.anyOf ?? node.oneOf;
  if (Array.isArray(union) && type === undefined) return whyNotUnion(union);
  if (['string', 'number', 'integer', 'boolean'].includes(type as string)) return undefined;
  return 'has no type that a form can show; use text, number, integer, boolean, one choice or several choices';
}

export { ENUM_ON_LIST, FREE_LIST };
