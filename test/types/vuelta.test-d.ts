import { expectTypeOf } from 'vitest';
import * as z from 'zod';
import { type } from 'arktype';
import {
  ResourceTemplate,
  type McpServer,
  type RegisteredPrompt,
  type RegisteredResource,
  type RegisteredResourceTemplate,
  type RegisteredTool,
  type Variables,
} from '@modelcontextprotocol/server';
import {
  createVuelta,
  inputRequired,
  memoryStore,
  text,
  type Asks,
  type AttachOptions,
  type NoArgs,
  type Rounds,
  type Store,
  type Vuelta,
  type VueltaEvent,
} from '../../src/index.js';

declare const server: McpServer;

export const options = [
  createVuelta(),
  createVuelta({}),
  createVuelta({ keys: process.env['VUELTA_KEYS'] }),
  createVuelta({ keys: [{ kid: 'a', secret: new Uint8Array(32) }], ttlSeconds: 60, encrypt: true }),
  createVuelta({ maxRounds: 3, audience: 'x', principal: (ctx) => ctx.sessionId, store: memoryStore() }),
  createVuelta({ unsolicited: 'accept', onEvent: (event) => expectTypeOf(event).toEqualTypeOf<VueltaEvent>() }),
  // @ts-expect-error there is no such option
  createVuelta({ secret: 'x' }),
  // @ts-expect-error a key is not a bare text in a list
  createVuelta({ keys: ['x'] }),
  // @ts-expect-error no third way
  createVuelta({ unsolicited: 'refuse' }),
];

const vuelta = createVuelta();
expectTypeOf(vuelta).toEqualTypeOf<Vuelta>();
const rounds = vuelta.attach(server);
expectTypeOf(rounds).toEqualTypeOf<Rounds>();
expectTypeOf(memoryStore()).toEqualTypeOf<Store>();

export const table: AttachOptions = {
  tools: { plain: { carry: true, unsolicited: 'accept', expired: 'ask', fallback: (asks) => asks[0]?.key ?? '' } },
  prompts: { letter: { carry: true } },
  resources: { 'file:///a': { expired: 'refuse' } },
  verify: async (state) => ({ state }),
};
export const wrongTable: AttachOptions = {
  // @ts-expect-error only tools have a fallback
  prompts: { letter: { fallback: true } },
};

const zod = rounds.tool(
  'zod',
  { inputSchema: z.object({ id: z.string().transform(Number), n: z.int().default(1) }) },
  (args, ask) => {
    expectTypeOf(args).toEqualTypeOf<{ id: number; n: number }>();
    expectTypeOf(ask).toEqualTypeOf<Asks>();
    return text('x');
  },
);
expectTypeOf(zod).toEqualTypeOf<RegisteredTool>();

rounds.tool('arktype', { inputSchema: type({ id: 'string', 'n?': 'number' }) }, async ({ id, n }) => {
  expectTypeOf(id).toEqualTypeOf<string>();
  expectTypeOf(n).toEqualTypeOf<number | undefined>();
  return text('x');
});

rounds.tool('none', {}, (args) => {
  expectTypeOf(args).toEqualTypeOf<NoArgs>();
  // @ts-expect-error a tool without a schema has no arguments to read
  void args.foo;
  // @ts-expect-error a tool without a schema has no arguments
  expectTypeOf(args.id).toBeString();
  return text('x');
});

rounds.tool(
  'all',
  {
    title: 'All',
    description: 'Everything',
    inputSchema: z.object({}),
    outputSchema: z.object({ seats: z.int() }),
    annotations: { readOnlyHint: true },
    fallback: true,
    unsolicited: 'ask',
    expired: 'ask',
    carry: false,
    _meta: { a: 1 },
  },
  () => ({ content: [], structuredContent: { seats: 1 } }),
);

// @ts-expect-error a handler gives a result
rounds.tool('nothing', {}, () => undefined);
// @ts-expect-error a tool gives no prompt
rounds.tool('prompt', {}, () => ({ messages: [] }));
// @ts-expect-error a handler that is given `ask` asks with it
rounds.tool('mixed', {}, () => inputRequired({ requestState: 'x' }));
// @ts-expect-error no such option
rounds.tool('typo', { inputSchemas: z.object({}) }, () => text('x'));

const letter = rounds.prompt('letter', { argsSchema: z.object({ to: z.string() }) }, ({ to }, ask) => {
  expectTypeOf(to).toEqualTypeOf<string>();
  void ask.confirm('sure', 'Sure?', { decline: { messages: [] } });
  return { messages: [] };
});
expectTypeOf(letter).toEqualTypeOf<RegisteredPrompt>();
// @ts-expect-error a prompt gives no tool result
rounds.prompt('tool', {}, () => text('x'));
// @ts-expect-error a prompt has no fallback
rounds.prompt('fallback', { fallback: true }, () => ({ messages: [] }));

const fixed = rounds.resource('fixed', 'file:///a', {}, (uri, variables, ask) => {
  expectTypeOf(uri).toEqualTypeOf<URL>();
  expectTypeOf(variables).toEqualTypeOf<Variables>();
  void ask.confirm('sure', 'Sure?', { decline: { contents: [] } });
  return { contents: [] };
});
expectTypeOf(fixed).toEqualTypeOf<RegisteredResource>();
const template = new ResourceTemplate('file:///{id}', { list: undefined });
expectTypeOf(rounds.resource('t', template, {}, () => ({ contents: [] }))).toEqualTypeOf<RegisteredResourceTemplate>();
