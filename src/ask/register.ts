import { isObject } from '../json.js';
import type {
  Icon,
  McpServer,
  RegisteredPrompt,
  RegisteredResource,
  RegisteredResourceTemplate,
  RegisteredTool,
  ResourceTemplate,
  Result,
  ServerContext,
  StandardSchemaWithJSON,
  ToolAnnotations,
  ToolCallback,
  Variables,
} from '@modelcontextprotocol/server';
import { VueltaError } from '../errors.js';
import {
  flowOf,
  type Fallback,
  type Guard,
  type Policies,
  type Policy,
  type ToolPolicy,
  type Verb,
} from '../guard/index.js';
import type { Asks } from './question/asks.js';
import { convertOnce } from './question/convert-once.js';
import type { Fits, PromptResult, ResourceResult, ToolResult } from './results.js';
import { run, type RunParts } from './run.js';

declare const NO_ARGS: unique symbol;

/** The arguments of a handler without a schema: none that it could read. */
export interface NoArgs {
  readonly [NO_ARGS]?: never;
}

/** What a tool handler is given for its arguments: what the schema puts out, or nothing. */
export type ArgsOf<S> = S extends StandardSchemaWithJSON ? StandardSchemaWithJSON.InferOutput<S> : NoArgs;

type Handled<R> = R | Promise<R>;

/** The configuration of {@link Rounds.tool}: that of `McpServer.registerTool`, and the tool's policy. */
export interface RoundsToolConfig<S extends StandardSchemaWithJSON | undefined> extends ToolPolicy {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema?: S;
  readonly outputSchema?: StandardSchemaWithJSON | undefined;
  readonly annotations?: ToolAnnotations | undefined;
  readonly icons?: Icon[] | undefined;
  readonly _meta?: Record<string, unknown> | undefined;
}

/** The configuration of {@link Rounds.prompt}: that of `McpServer.registerPrompt`, and the prompt's policy. */
export interface RoundsPromptConfig<S extends StandardSchemaWithJSON | undefined> extends Policy {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly argsSchema?: S;
  readonly icons?: Icon[] | undefined;
  readonly _meta?: Record<string, unknown> | undefined;
}

/** The configuration of {@link Rounds.resource}: that of `McpServer.registerResource`. A hint for caches never holds for a result that came of answers. */
type RoundsResourceConfig = Parameters<McpServer['registerResource']>[2];

/**
 * Registers await-style handlers on a guarded server. Each handler runs again from the top in every round; see {@link Asks}.
 *
 * @example
 * ```ts
 * const rounds = vuelta.attach(server);
 * rounds.tool('cancel', { inputSchema: z.object({ id: z.string() }) }, async ({ id }, ask) => {
 *   const { confirmed } = await ask.confirm('confirm', `Cancel ${id}?`);
 *   return confirmed ? text(`cancelled: ${id}`) : fail('kept');
 * });
 * ```
 */
export interface Rounds {
  /** Registers a tool. @throws what `McpServer.registerTool` throws. */
  tool<S extends StandardSchemaWithJSON | undefined = undefined>(
    name: string,
    config: RoundsToolConfig<S>,
    handler: (args: ArgsOf<S>, ask: Asks) => Handled<ToolResult>,
  ): RegisteredTool;
  /** Registers a prompt. @throws what `McpServer.registerPrompt` throws. */
  prompt<S extends StandardSchemaWithJSON | undefined = undefined>(
    name: string,
    config: RoundsPromptConfig<S>,
    handler: (args: ArgsOf<S>, ask: Asks<PromptResult>) => Handled<PromptResult>,
  ): RegisteredPrompt;
  /** Registers a resource under a fixed URI or a template. Policies of resources go to `attach()`. */
  resource(
    name: string,
    uri: string,
    config: RoundsResourceConfig,
    handler: (uri: URL, variables: Variables, ask: Asks<ResourceResult>) => Handled<ResourceResult>,
  ): RegisteredResource;
  resource(
    name: string,
    template: ResourceTemplate,
    config: RoundsResourceConfig,
    handler: (uri: URL, variables: Variables, ask: Asks<ResourceResult>) => Handled<ResourceResult>,
  ): RegisteredResourceTemplate;
}

type AnyHandler = (args: unknown, ask: Asks<Result>) => Handled<Result>;
type AnyResourceHandler = (uri: URL, variables: Variables, ask: Asks<Result>) => Handled<Result>;

/** What rounds are made of. */
export interface RoundsParts extends RunParts {
  readonly server: McpServer;
  readonly guard: Guard;
  readonly policies: Policies;
}

export function createRounds(parts: RoundsParts): Rounds {
  const { server, guard, policies } = parts;

  const enter = (
    verb: Verb,
    target: string,
    ctx: ServerContext,
    handler: (ask: Asks<Result>) => Handled<Result>,
    fits?: Fits,
  ) => run(flowOf(ctx) ?? guard.firstFlow(verb, target, ctx), ctx, parts, handler, fits);

  const tool = (name: string, config: RoundsToolConfig<StandardSchemaWithJSON | undefined>, handler: AnyHandler) => {
    const { unsolicited, carry, expired, singleUse, fallback, ...sdkConfig } = config;
    const fits = fitsSchema(config.outputSchema);
    const fitting = fittingFallback(name, fallback, config.outputSchema !== undefined);
    const callback = withArgs(config.inputSchema, (args, ctx) =>
      enter('tools/call', named.name, ctx, (ask) => handler(args, ask), fits),
    );
    const shown = { ...sdkConfig, inputSchema: convertOnce(config.inputSchema) };
    const registered = server.registerTool(name, shown as object, callback as ToolCallback);
    const named = policies.give('tools/call', name, { unsolicited, carry, expired, singleUse, fallback: fitting });
    return registered;
  };

  const prompt = (
    name: string,
    config: RoundsPromptConfig<StandardSchemaWithJSON | undefined>,
    handler: AnyHandler,
  ) => {
    const { unsolicited, carry, expired, singleUse, ...sdkConfig } = config;
    const callback = withArgs(config.argsSchema, (args, ctx) =>
      enter('prompts/get', named.name, ctx, (ask) => handler(args, ask)),
    );
    const registered = server.registerPrompt(name, sdkConfig as object, callback as never);
    const named = policies.give('prompts/get', name, { unsolicited, carry, expired, singleUse });
    return registered;
  };

  const resource = (
    name: string,
    at: string | ResourceTemplate,
    config: RoundsResourceConfig,
    handler: AnyResourceHandler,
  ) => {
    const callback = (uri: URL, ...rest: [ServerContext] | [Variables, ServerContext]) => {
      const [variables, ctx] = rest.length === 1 ? [{}, rest[0]] : rest;
      return enter('resources/read', uri.href, ctx, (ask) => handler(uri, variables, ask));
    };
    return server.registerResource(name, at as string, config, callback as never);
  };

  return { tool, prompt, resource } as unknown as Rounds;
}

/** The SDK calls a handler without a schema with the context alone. */
function withArgs(schema: unknown, callback: (args: unknown, ctx: ServerContext) => Promise<Result>) {
  if (schema === undefined) return (ctx: ServerContext) => callback({}, ctx);
  return callback;
}

/**
 * F62: a fallback that the SDK would refuse for its lack of structured content is refused here; one that a function makes, when it is made.
 *
 * @throws TypeError
 */
function fittingFallback(tool: string, fallback: Fallback | undefined, isStructured: boolean): Fallback | undefined {
  if (!isStructured || fallback === true || typeof fallback === 'string') return fallback;
  const lacks = (given: unknown): boolean =>
    isObject(given) && given['isError'] !== true && given['structuredContent'] === undefined;
  const why = `The fallback of the tool "${tool}" has no structuredContent, and the tool has an outputSchema. Give it some, or use fail(…).`;
  if (lacks(fallback)) throw new TypeError(why);
  if (typeof fallback !== 'function') return fallback;
  return (asks) => {
    const given = fallback(asks);
    if (lacks(given)) throw new VueltaError('result_invalid', why);
    return given;
  };
}

/** The SDK checks a result against the output schema after the handler: a result that it will refuse commits nothing (A14: commit hooks run once, at the end, for a result that fits). */
function fitsSchema(schema: StandardSchemaWithJSON | undefined): Fits | undefined {
  if (schema === undefined) return undefined;
  return async ({ structuredContent }) => {
    if (structuredContent === undefined) return false;
    const { issues } = await schema['~standard'].validate(structuredContent);
    return issues === undefined;
  };
}
