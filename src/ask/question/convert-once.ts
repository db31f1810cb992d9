import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';

type Options = Parameters<StandardSchemaWithJSON['~standard']['jsonSchema']['input']>[0];
type Convert = (options: Options) => Record<string, unknown>;

const wrapped = new WeakMap<object, StandardSchemaWithJSON>();

/**
 * The same schema with a memory of its JSON Schema. Over HTTP every request has a server of its own, for which the SDK converts
 * the schema of the called tool again; the same schema object always converts to the same.
 */
export function convertOnce(schema: StandardSchemaWithJSON | undefined): StandardSchemaWithJSON | undefined {
  const standard = schema?.['~standard'];
  // Older libraries have no converter of their own; the SDK knows them by their objects.
  if (schema === undefined || standard?.jsonSchema === undefined) return schema;
  const known = wrapped.get(schema);
  if (known !== undefined) return known;
  const { version, vendor, jsonSchema } = standard;
  const once: StandardSchemaWithJSON = {
    '~standard': {
      version,
      vendor,
      validate: (value, options) => standard.validate(value, options),
      jsonSchema: {
        input: remember((options) => jsonSchema.input(options)),
        output: remember((options) => jsonSchema.output(options)),
      },
    },
  };
  wrapped.set(schema, once);
  return once;
}

function remember(convert: Convert): Convert {
  const results = new Map<string, Record<string, unknown>>();
  return (options) => {
    const key = options.libraryOptions === undefined ? options.target : JSON.stringify(options);
    let result = results.get(key);
    if (result === undefined) {
      result = convert(options);
      results.set(key, result);
    }
    return result;
  };
}
