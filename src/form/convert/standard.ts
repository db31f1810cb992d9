import { isObject, own, type JsonObject } from '../../json.js';

/** One issue as a Standard Schema library reports it. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined;
}

/** The result of a Standard Schema's `validate`. */
export type StandardResult<Output> =
  { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly StandardIssue[] };

/**
 * A Standard Schema, version 1, described by its shape alone so that no schema library is imported.
 *
 * A form also needs `jsonSchema`, which zod 4.2 and ArkType 2.2 have; a Valibot schema gets it from
 * `toStandardJsonSchema` of `@valibot/to-json-schema`.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly jsonSchema?:
      | {
          readonly input: (options: {
            readonly target: string;
            readonly libraryOptions?: Record<string, unknown>;
          }) => Record<string, unknown>;
        }
      | undefined;
  };
}

/** What a Standard Schema puts out. */
export type InferOutput<S extends StandardSchema> = NonNullable<S['~standard']['types']>['output'];

export const isStandardSchema = (schema: unknown): schema is StandardSchema =>
  ((typeof schema === 'object' && schema !== null) || typeof schema === 'function') && '~standard' in schema;

// Each library reads its own option and ignores the others: what it cannot print comes out as an empty node, which the
// conversion refuses by its path, instead of an exception that names no property.
const LENIENT = { unrepresentable: 'any', errorMode: 'ignore' };

const REMEDIES: ReadonlyMap<string, string> = new Map([
  ['zod', 'Use zod 4.2 or later.'],
  ['valibot', 'Wrap it: toStandardJsonSchema(schema), from @valibot/to-json-schema.'],
  ['arktype', 'Use ArkType 2.2 or later.'],
]);

/**
 * The JSON Schema of what goes into a Standard Schema (draft 2020-12).
 *
 * @throws TypeError when the schema cannot print itself; it says what to do for its library.
 */
export function inputJsonSchema(schema: StandardSchema): Record<string, unknown> {
  const { vendor, jsonSchema, validate } = schema['~standard'];
  if (typeof jsonSchema?.input !== 'function' || typeof validate !== 'function') {
    const remedy =
      REMEDIES.get(vendor) ?? 'Use a version of the library that has ~standard.jsonSchema, or write a wire schema.';
    throw new TypeError(
      `This ${vendor} schema cannot print itself as JSON Schema, so no form can be made from it. ${remedy}`,
    );
  }
  const printed = jsonSchema.input({ target: 'draft-2020-12', libraryOptions: LENIENT });
  return vendor === 'arktype' ? steadyArk(schema, printed) : printed;
}

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
function steadyArk(schema: object, printed: JsonObject): JsonObject {
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
