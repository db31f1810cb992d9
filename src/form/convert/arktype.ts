import { isObject, own } from '../../json.js';
import type { JsonObject } from '../../json.js';

interface ArkProperty {
  readonly key: string;
  readonly default?: unknown;
}

interface ArkNode {
  readonly props?: unknown;
  readonly inner?: { readonly in?: ArkNode };
}

function propertiesOf(node: ArkNode): readonly ArkProperty[] {
  try {
    // A morph over the whole object has its properties one step in, and throws when it is asked for its own.
    const { props } = node.inner?.in ?? node;
    return Array.isArray(props) ? (props as ArkProperty[]) : [];
  } catch {
    return [];
  }
}

/**
 * What ArkType printed, made the same every time.
 *
 * INVARIANT: equal schemas are equal questions in every process, because an answer is pinned to a digest of its question.
 * ArkType (2.2) prints defaults and the order of fields one way or another, depending on which types the process made before.
 */
export function steadyArk(schema: object, printed: JsonObject): JsonObject {
  const { properties, required } = printed;
  if (!isObject(properties)) return printed;
  const defaults = new Map(propertiesOf(schema as ArkNode).map(({ key, default: value }) => [key, value]));
  const needed = new Set<unknown>(Array.isArray(required) ? required : []);
  const names = Object.keys(properties).sort();
  const order = [...names.filter((name) => needed.has(name)), ...names.filter((name) => !needed.has(name))];
  const steady = (name: string): [string, unknown] => {
    const node = own(properties, name);
    if (!isObject(node)) return [name, node];
    const { default: _, ...rest } = node;
    const value = defaults.get(name);
    const known = typeof value === 'function' ? (value as () => unknown)() : value;
    return [name, known === undefined ? rest : { ...rest, default: known }];
  };
  return { ...printed, properties: Object.fromEntries(order.map(steady)) };
}
