import { resolve } from 'node:path';
import { McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { withCases } from '../../src/cli/check/discovery.js';
import { connect } from '../../src/client/connect.js';
import { exampleArguments } from '../../src/contract/case/arguments.js';
import { discoverCases, type Discovery } from '../../src/contract/case/discover.js';
import type { OpenedServer } from '../../src/contract/case/opened-server.js';
import { checkServer } from '../../src/contract/check-server.js';
import { createVuelta, fail, text, type Rounds } from '../../src/index.js';

const vuelta = createVuelta({ keys: [{ kid: 'k1', secret: new Uint8Array(32).fill(7) }] });

/** A server with one of everything; `called` are the tools that ran. */
function everything(): { createServer: () => McpServer; called: string[] } {
  const called: string[] = [];
  const asking = (rounds: Rounds, name: string, config: Parameters<Rounds['tool']>[1]): void => {
    rounds.tool(name, config, async (_args, ask) => {
      called.push(name);
      const { confirmed } = await ask.confirm('sure', `Really do ${name} now?`);
      return confirmed ? text('done') : fail('not done');
    });
  };
  const createServer = (): McpServer => {
    const server = new McpServer({ name: 'everything', version: '1.0.0' });
    const rounds = vuelta.attach(server);
    asking(rounds, 'plain', { inputSchema: z.object({ email: z.email(), seats: z.int().min(2).max(4) }) });
    asking(rounds, 'by-example', {
      inputSchema: z.object({
        id: z
          .string()
          .regex(/^html-\d+$/)
          .meta({ examples: ['css', 'html-01'] }),
      }),
    });
    asking(rounds, 'by-pattern', { inputSchema: z.object({ id: z.string().regex(/^html-\d+$/) }) });
    asking(rounds, 'hinted', { inputSchema: z.object({}), annotations: { readOnlyHint: false } });
    asking(rounds, 'destroys', { inputSchema: z.object({}), annotations: { destructiveHint: true } });
    server.registerTool('quiet', { inputSchema: z.object({ room: z.string() }) }, async () => {
      called.push('quiet');
      return fail('there is no room example');
    });
    rounds.prompt('greet', {}, async (_args, ask) => {
      const { confirmed } = await ask.confirm('sure', 'Greet the whole team?');
      return { messages: [{ role: 'user', content: { type: 'text', text: confirmed ? 'Hello.' : 'Nothing.' } }] };
    });
    server.registerPrompt('explain', { argsSchema: z.object({ topic: z.string() }) }, () => ({ messages: [] }));
    server.registerResource('log', 'log://all', {}, () => ({ contents: [{ uri: 'log://all', text: 'empty' }] }));
    return server;
  };
  return { createServer, called };
}

/** A door that can be closed only after somebody wanted to open it. */
function door(): () => McpServer {
  let wanted = false;
  return () => {
    const server = new McpServer({ name: 'door', version: '1.0.0' });
    const rounds = vuelta.attach(server);
    rounds.tool('open', { inputSchema: z.object({}) }, async (_args, ask) => {
      wanted = true;
      const { confirmed } = await ask.confirm('sure', 'Open the door?');
      return confirmed ? text('open') : fail('not opened');
    });
    rounds.tool('close', { inputSchema: z.object({}) }, async (_args, ask) => {
      if (!wanted) return fail('it is not open');
      const { confirmed } = await ask.confirm('sure', 'Close the door?');
      return confirmed ? text('closed') : fail('not closed');
    });
    return server;
  };
}

const why = ({ left }: Discovery, name: string): string | undefined =>
  left.find((entry) => Object.values(entry).includes(name))?.why;

describe('discoverCases', () => {
  it('makes cases of what asks, and says why the rest is left', async () => {
    const { createServer, called } = everything();
    const found = await discoverCases(createServer);
    expect(found.cases).toEqual([
      { tool: 'plain', args: { email: 'ana@example.com', seats: 2 } },
      { tool: 'by-example', args: { id: 'html-01' } },
      { tool: 'hinted', args: {} },
      { prompt: 'greet' },
    ]);
    expect(why(found, 'by-pattern')).toBe(
      "no value can be made for 'id': it must match ^html-\\d+$, and its schema has no example",
    );
    expect(why(found, 'destroys')).toBe('it is annotated as destructive');
    expect(why(found, 'quiet')).toBe('it asked nothing, and ended with an isError result "there is no room example"');
    expect(why(found, 'explain')).toBe("it needs 'topic'");
    expect(why(found, 'log://all')).toBe('it asked nothing, and ended with a result "empty"');
    expect(found.left).toHaveLength(5);
    expect(called).not.toContain('destroys');
  });

  it('tries what is annotated as destructive only when that is allowed', async () => {
    const { createServer, called } = everything();
    const { cases } = await discoverCases(createServer, { allowDestructive: true });
    expect(cases).toContainEqual({ tool: 'destroys', args: {} });
    expect(called).toContain('destroys');
  });

  it('tries each tool on a server that nobody has used, and ends what it opened', async () => {
    let opened = 0;
    let closed = 0;
    const open = (): OpenedServer => {
      opened += 1;
      return { target: door(), close: () => void (closed += 1) };
    };
    const found = await discoverCases({ open });
    expect(found.cases).toEqual([{ tool: 'open', args: {} }]);
    expect(why(found, 'close')).toBe('it asked nothing, and ended with an isError result "it is not open"');
    const { config, left } = await withCases({ open, headers: {} }, {});
    expect(config.cases).toEqual(found.cases);
    expect(left).toEqual(found.left);
    expect([opened, closed]).toEqual([6, 6]);
  });

  it('leaves a harness that it was given open', async () => {
    await using harness = await connect(everything().createServer);
    const { cases } = await discoverCases(harness);
    expect(cases).toHaveLength(4);
    expect(await harness.listTools()).toHaveLength(6);
  });

  it('finds cases that can be checked at once', async () => {
    const { createServer } = everything();
    const { cases } = await discoverCases(createServer);
    const report = await checkServer({ target: createServer, cases, only: ['answers.accept', 'forms.grammar'] });
    expect(report.results.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 'pass'));
  });

  it('works on a server that speaks only 2025-11-25', { timeout: 30_000 }, async () => {
    const target = { command: process.execPath, args: [resolve('test/contract/legacy/server.mjs')] };
    const found = await discoverCases(target, { connect: { stderr: 'ignore' } });
    expect(found.cases).toEqual([{ tool: 'book', args: {} }]);
    expect(why(found, 'count')).toBe('it asked nothing, and ended with a result "0"');
  });
});

const argsFor = (properties: Record<string, unknown>, more: Record<string, unknown> = {}): unknown => {
  const found = exampleArguments({ type: 'object', properties, required: Object.keys(properties), ...more });
  return found.args ?? `${found.path}: ${found.why}`;
};

describe('arguments from a schema', () => {
  it.each([
    ['a constant', { const: 7 }, 7],
    ['a default, before an example', { type: 'string', default: 'a', examples: ['b'] }, 'a'],
    ['the first option', { enum: ['red', 'blue'] }, 'red'],
    ['a default that breaks its own pattern is passed over', { default: 'x', examples: ['yy'], pattern: '^y+$' }, 'yy'],
    ['a text of a certain length', { type: 'string', minLength: 10 }, 'examplexxx'],
    ['a pattern that a plain word matches', { type: 'string', pattern: '^[a-z]+$' }, 'example'],
    [
      'a format with the pattern that a converter adds',
      { type: 'string', format: 'uuid', pattern: '^[0-9a-f-]{36}$' },
      '5a9e1c1e-0000-4000-8000-000000000001',
    ],
    ['a whole number inside exclusive bounds', { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 2 }, 1],
    ['a number between close exclusive bounds', { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.5],
    ['a multiple', { type: 'integer', minimum: 3, multipleOf: 5 }, 5],
    ['a switch that is off', { type: 'boolean' }, false],
    ['a list with as few items as may be', { type: 'array', items: { type: 'integer' }, minItems: 2 }, [1, 1]],
    ['a list that may be empty', { type: 'array', items: { type: 'string' } }, []],
    ['one of several types', { type: ['null', 'string'] }, 'example'],
    ['the first alternative that can be made', { anyOf: [{ type: 'string', pattern: '^q$' }, { type: 'integer' }] }, 1],
    [
      'an object with what it requires',
      { type: 'object', properties: { a: { type: 'string' }, b: {} }, required: ['a'] },
      { a: 'example' },
    ],
    ['anything', {}, 'example'],
  ])('%s', (_name, schema, value) => {
    expect(argsFor({ field: schema })).toEqual({ field: value });
  });

  it('follows references and joins what must hold together', () => {
    const $defs = { Room: { type: 'string', enum: ['Blue', 'Red'] } };
    const both = { allOf: [{ type: 'string', minLength: 9 }, { maxLength: 9 }] };
    expect(argsFor({ room: { $ref: '#/$defs/Room' }, both }, { $defs })).toEqual({ room: 'Blue', both: 'examplexx' });
  });

  it('leaves out what is not required', () => {
    expect(exampleArguments({ type: 'object', properties: { a: { type: 'string', pattern: '^q$' } } })).toEqual({
      args: {},
    });
  });

  it.each([
    ['a pattern', { type: 'string', pattern: '^q$' }, 'field: it must match ^q$, and its schema has no example'],
    [
      'a pattern that is none',
      { type: 'string', pattern: '(' },
      'field: it must match (, and its schema has no example',
    ],
    ['a format that is not known', { type: 'string', format: 'iban' }, "field: its format is 'iban'"],
    [
      'bounds with nothing between',
      { type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 2 },
      'field: no number fits its bounds',
    ],
    [
      'items that must differ',
      { type: 'array', items: {}, minItems: 2, uniqueItems: true },
      'field: its items must differ',
    ],
    ['a reference to nowhere', { $ref: '#/$defs/none' }, 'field: its schema cannot be read'],
    ['a reference to the network', { $ref: 'https://example.com/a.json' }, 'field: its schema cannot be read'],
    ['a reference to itself', { $ref: '#/properties/field' }, 'field: its schema cannot be read'],
    [
      'a field within',
      { type: 'object', properties: { a: { pattern: '^q$', type: 'string' } }, required: ['a'] },
      'field.a: it must match ^q$, and its schema has no example',
    ],
  ])('refuses %s', (_name, schema, said) => {
    expect(argsFor({ field: schema })).toBe(said);
  });
});
