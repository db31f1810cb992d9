import { createRequire } from 'node:module';
import * as sdk from '@modelcontextprotocol/server';
import * as before from 'mcp-server-2.0';
import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { describe, expect, it, vi } from 'vitest';
import { connect } from '../../src/client/index.js';
import { createVuelta, inputRequired, isInputRequiredResult, text } from '../../src/index.js';
import { Host, KEYS, yes, type Reply } from './server.js';

type Sdk = typeof sdk;

const COPIES: [string, Sdk][] = [
  ['the same version by require', createRequire(import.meta.url)('@modelcontextprotocol/server') as Sdk],
  ['2.0', before as unknown as Sdk],
];

const FORM = { message: 'Go?', requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } } } } as const;

/** A server of this copy with a plain tool that is there before the guard, and an await-style one that comes after. */
function serverOf({ McpServer, inputRequired: ask, ProtocolError }: Sdk) {
  const server = new McpServer(
    { name: 's', version: '1' },
    { capabilities: { tools: {} }, requestState: { verify: (own) => own } },
  );
  server.registerTool('plain', {}, (ctx) =>
    ctx.mcpReq.inputResponses?.['ok'] === undefined
      ? ask({ inputRequests: { ok: ask.elicit(FORM) }, requestState: 'mine' })
      : text(`plain ${ctx.mcpReq.requestState<string>()}`),
  );
  server.registerPrompt('wrong', {}, () => {
    throw new ProtocolError(-32_602, 'no such place');
  });
  const rounds = createVuelta({ keys: KEYS }).attach(server);
  rounds.tool('awaits', {}, async (_, asks) => text(`awaits ${(await asks.confirm('ok', 'Go?')).confirmed}`));
  return server;
}

async function twice(host: Host, name: string): Promise<[Reply, Reply]> {
  const first = await host.tool(name, {}, { answers: { ok: yes() } });
  return [first, await host.tool(name, {}, { state: first.state, answers: { ok: yes() } })];
}

describe.each(COPIES)('F103: another copy of the SDK beside ours, %s', (_name, copy) => {
  it('is another copy, and its helpers and ours know each other', () => {
    expect(copy.McpServer).not.toBe(sdk.McpServer);
    const theirs = copy.inputRequired({ inputRequests: { ok: copy.inputRequired.elicit(FORM) } });
    expect(isInputRequiredResult(theirs)).toBe(true);
    expect(copy.isInputRequiredResult(inputRequired({ requestState: 'x' }))).toBe(true);
  });

  it('serves a guarded server of its own', async () => {
    const host = new Host(() => undefined, { entry: copy.createMcpHandler, make: () => serverOf(copy) });
    for (const [name, result] of [
      ['plain', 'plain mine'],
      ['awaits', 'awaits true'],
    ] as const) {
      const [first, second] = await twice(host, name);
      expect(first.asks, name).toHaveProperty('ok');
      expect(second.text).toBe(result);
      expect((await host.tool(name, {}, { state: `${first.state}x` })).error).toMatchObject({ code: -32_602 });
    }
    expect((await host.prompt('wrong', {})).error).toMatchObject({ code: -32_602, message: 'no such place' });
    const unable = await host.tool('awaits', {}, { capabilities: {} });
    expect(unable.error).toMatchObject({ code: -32_021, data: { requiredCapabilities: { elicitation: {} } } });
  });

  it.each([['serves a server of ours', copy, sdk] as const, ['is served by ours', sdk, copy] as const])(
    'names both when it %s, in place of "reading \'includes\'"',
    async (_how, entry, made) => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
      const errors: string[] = [];
      const onerror = ({ message }: Error): void => void errors.push(message);
      const host = new Host(() => undefined, { entry: entry.createMcpHandler, make: () => serverOf(made), onerror });
      const { error } = await host.tool('plain', {});
      expect(error).toMatchObject({ code: -32_603 });
      expect(errors).toEqual([expect.stringMatching(/Two copies of @modelcontextprotocol\/server.*npm ls/)]);
      warn.mockRestore();
    },
  );

  it.each(['2026-07-28', '2025-11-25'] as const)('is reached by our harness on %s', async (revision) => {
    const harness = await connect(() => serverOf(copy), { revision });
    const call = await harness.call('awaits', {}, { answers: { ok: { action: 'accept', content: { ok: true } } } });
    expect(JSON.stringify(call)).toContain('awaits true');
    await harness.close();
  });
});

it('F103: the SDK alone says nothing of two copies', async () => {
  const { createMcpHandler } = sdk;
  const errors: string[] = [];
  // #region twin
  const { McpServer } = createRequire(import.meta.url)('@modelcontextprotocol/server') as Sdk; // the same version, as CommonJS
  const handler = createMcpHandler(() => new McpServer({ name: 's', version: '1' }), {
    onerror: ({ message }) => void errors.push(message),
  });
  // #endregion twin
  const host = new Host(() => undefined, { entry: () => handler });
  await host.tool('t', {});
  expect(errors).toEqual(["Cannot read properties of undefined (reading 'includes')"]);
});

describe('F102: a server of SDK v1', () => {
  it('is a TypeError that names both versions, and is left as it was', () => {
    const server = new McpServerV1({ name: 's', version: '1' }, { capabilities: { tools: {} } });
    const descriptors = Object.getOwnPropertyDescriptors(server.server);
    for (const vuelta of [createVuelta({ keys: KEYS }), createVuelta({ keys: KEYS, audience: 'a' })]) {
      const attach = () => vuelta.attach(server as never);
      expect(attach).toThrow(TypeError);
      expect(attach).toThrow(/@modelcontextprotocol\/sdk \(v1\).*@modelcontextprotocol\/server \(v2\)/);
    }
    expect(Object.getOwnPropertyDescriptors(server.server)).toEqual(descriptors);
  });

  it('also the low-level one, and one that is not made by class', () => {
    const { server } = new McpServerV1({ name: 's', version: '1' });
    const attach = (wrong: unknown) => () => createVuelta({ keys: KEYS }).attach(wrong as never);
    expect(attach(server)).toThrow(/McpServer/);
    expect(attach({ server })).toThrow(/v1/);
  });
});
