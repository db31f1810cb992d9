import { isObject, own } from '../../json.js';
import type { JsonObject } from '../../json.js';

const MAX_HOPS = 16;

const unescape = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~');

function lookUp(root: JsonObject, ref: string): JsonObject | undefined {
  if (!/^#\/(?:\$defs|definitions)\//.test(ref)) return undefined;
  let node: unknown = root;
  for (const token of ref.slice(2).split('/').map(unescape)) node = isObject(node) ? own(node, token) : undefined;
  return isObject(node) ? node : undefined;
}

/**
 * Follows a local `$ref` until there is none. What stands next to a `$ref` (a default, a title) wins over what it names.
 *
 * @returns the node; `undefined` when a reference leads nowhere, out of the document, or in a circle.
 */
export function resolve(root: JsonObject, node: JsonObject): JsonObject | undefined {
  let current = node;
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    const { $ref, ...beside } = current;
    if ($ref === undefined) return current;
    const target = typeof $ref === 'string' ? lookUp(root, $ref) : undefined;
    if (target === undefined) return undefined;
    current = { ...target, ...beside };
  }
  return undefined;
}
