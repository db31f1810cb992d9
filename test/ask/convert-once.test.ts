import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { McpServer, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { convertOnce } from '../../src/ask/question/convert-once.js';
import { connect } from '../../src/client/index.js';
import { createVuelta, text } from '../../src/index.js';

const LIBRARIES: readonly (readonly [string, StandardSchemaWithJSON])[] = [
  ['zod', z.object({ id: z.string(), seats: z.int().default(1) })],
  ['ArkType', type({ id: 'string', seats: 'number' })],
  ['Valibot', toStandardJsonSchema(v.object({ id: v.string(), seats: v.number() }))],
];
const TARGET = { target: 'draft-2020-12' } as const;

/** The same schema, which counts its conversions. */
function counting(schema: StandardSchemaWithJSON) {
  const standard = schema['~standard'];
  const seen = { input: 0, output: 0 };
  const jsonSchema: typeof standard.jsonSchema = {
    input: (options) => ((seen.input += 1), standard.jsonSchema.input(options)),
    output: (options) => ((seen.output += 1), standard.jsonSchema.output(options)),
  };
  const counted: StandardSchemaWithJSON = { '~standard': { ...standard, jsonSchema } };
  return { counted, seen };
}

describe.each(LIBRARIES)('the input schema of a rounds tool, %s', (_, schema) => {
  const once = convertOnce(schema) as StandardSchemaWithJSON;

  it('converts to what the schema converts to', () => {
    const { jsonSchema } = once['~standard'];
    expect(jsonSchema.input(TARGET)).toEqual(schema['~standard'].jsonSchema.input(TARGET));
    expect(jsonSchema.output(TARGET)).toEqual(schema['~standard'].jsonSchema.output(TARGET));
  });

  it('validates as the schema does', async () => {
    const wrong = await once['~standard'].validate({ id: 7 });
    expect(wrong.issues).toEqual((await schema['~standard'].validate({ id: 7 })).issues);
    expect(wrong.issues).not.toHaveLength(0);
    expect(await once['~standard'].validate({ id: 'a', seats: 2 })).toMatchObject({ value: { id: 'a', seats: 2 } });
  });

  it('is wrapped once', () => {
    expect(convertOnce(schema)).toBe(once);
  });
});

describe('conversions', () => {
  it('happen once a direction and target', () => {
    const { counted, seen } = counting(z.object({ id: z.string().transform(Number) }));
    const { jsonSchema } = (convertOnce(counted) as StandardSchemaWithJSON)['~standard'];
    const input = jsonSchema.input(TARGET);
    expect(jsonSchema.input(TARGET)).toBe(input);
    expect(seen).toEqual({ input: 1, output: 0 });
    jsonSchema.input({ target: 'draft-07' });
    expect(seen).toEqual({ input: 2, output: 0 });
  });

  it('that fail are tried again', () => {
    const { counted, seen } = counting(z.object({ when: z.date() }));
    const { jsonSchema } = (convertOnce(counted) as StandardSchemaWithJSON)['~standard'];
    expect(() => jsonSchema.input(TARGET)).toThrow('Date');
    expect(() => jsonSchema.input(TARGET)).toThrow('Date');
    expect(seen.input).toBe(2);
  });

  it('leave alone what has no converter, and what is no schema', () => {
    const bare = { '~standard': { version: 1, vendor: 'old', validate: () => ({ value: 1 }) } };
    expect(convertOnce(bare as unknown as StandardSchemaWithJSON)).toBe(bare);
    expect(convertOnce(undefined)).toBeUndefined();
  });

  it('happen once for all servers that a factory makes, and the client sees the schema', async () => {
    const vuelta = createVuelta({ keys: [{ kid: 'k', secret: new Uint8Array(32).fill(1) }] });
    const { counted, seen } = counting(z.object({ id: z.string() }));
    await using harness = await connect(() => {
      const server = new McpServer({ name: 'once', version: '1.0.0' });
      vuelta.attach(server).tool('echo', { inputSchema: counted }, (args) => text(JSON.stringify(args)));
      return server;
    });
    await harness.call('echo', { id: 'a' });
    await harness.call('echo', { id: 'b' });
    const [tool] = await harness.listTools();
    expect(tool?.inputSchema).toMatchObject({
      type: 'object',
      properties: { id: { type: 'string' } },
      required: ['id'],
    });
    expect(seen.input).toBe(1);
  });
});
