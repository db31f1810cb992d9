import { McpServer, Server, type McpServerOptions } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { createVuelta, text } from '../../src/index.js';
import { asking } from './booking.js';
import { Host, KEYS, yes } from './server.js';

// What docs/design/sdk-hold.md lists. When one of these fails, the SDK has moved something: read the row of that page.

const vuelta = createVuelta({ keys: KEYS });
const code = (value: string) => expect.objectContaining({ code: value }) as unknown as Error;
const server = (options?: McpServerOptions) => new McpServer({ name: 's', version: '1' }, options);
const withTool = (): McpServer => {
  const mcp = server();
  mcp.registerTool('t', {}, () => text('x'));
  return mcp;
};

const SEAM = '_invokeInputRequiredCapableHandler';

/** A later version of the SDK, in which the seam is there and nothing runs through it. */
class Moved extends Server {
  protected override _wrapHandler(...[, handler]: Parameters<Server['_wrapHandler']>) {
    return handler;
  }
}
Reflect.set(Moved.prototype, SEAM, () => undefined);

/** A later version of the SDK, which runs its handlers by another name. */
class Elsewhere extends Server {
  protected override _wrapHandler(...args: Parameters<Server['_wrapHandler']>) {
    const value: unknown = Reflect.get(Server.prototype, SEAM);
    return super._wrapHandler.apply(Object.create(this, { [SEAM]: { value } }), args);
  }
}
Reflect.set(Elsewhere.prototype, SEAM, () => undefined);

describe('F70: what the guard holds on to in the SDK is where it was', () => {
  it('every handler of the three methods runs through _invokeInputRequiredCapableHandler, by that name', () => {
    for (const capability of ['tools', 'prompts', 'resources']) {
      expect(() => vuelta.attach(server({ capabilities: { [capability]: {} } }))).not.toThrow();
    }
  });

  it('what is registered is kept by name in four members of McpServer', () => {
    const mcp = withTool();
    mcp.registerPrompt('p', {}, () => ({ messages: [] }));
    mcp.registerResource('r', 'test://r', {}, () => ({ contents: [] }));
    expect(Reflect.get(mcp, '_registeredTools')).toHaveProperty('t.handler');
    expect(Reflect.get(mcp, '_registeredTools')).toHaveProperty('t.executor');
    expect(Reflect.get(mcp, '_registeredPrompts')).toHaveProperty('p');
    expect(Object.keys(Reflect.get(mcp, '_registeredResources') as object)).toEqual(['test://r']);
    expect(Reflect.get(mcp, '_registeredResourceTemplates')).toEqual({});
  });

  it('the hook is in _requestStateVerify and in _options, and without the first no hook runs', async () => {
    const verify = () => {
      throw new Error('the hook ran');
    };
    const mcp = server({ requestState: { verify } });
    expect(Reflect.get(mcp.server, '_requestStateVerify')).toBe(verify);
    expect(Reflect.get(mcp.server, '_options')).toMatchObject({ requestState: { verify } });
    const host = new Host(
      (plain) => {
        Reflect.set(plain.server, '_requestStateVerify', undefined);
        plain.registerTool('t', {}, (ctx) => text(String(ctx.mcpReq.requestState())));
      },
      { guarded: false, server: { requestState: { verify } } },
    );
    expect((await host.tool('t', {}, { state: 'as it came' })).text).toBe('as it came');
  });

  it('a Server has _supportedProtocolVersions, and an McpServer has not', () => {
    const mcp = server();
    expect(mcp.server).toHaveProperty('_supportedProtocolVersions');
    expect(mcp).not.toHaveProperty('_supportedProtocolVersions');
  });

  it('the name is in _serverInfo', () => {
    expect(Reflect.get(server().server, '_serverInfo')).toMatchObject({ name: 's' });
  });
});

describe('F70: where the SDK has moved something, attach() says so and guards nothing in silence', () => {
  it('attach_too_late: nothing runs through the seam', () => {
    const mcp = withTool();
    Object.setPrototypeOf(mcp.server, Moved.prototype);
    expect(() => vuelta.attach(mcp)).toThrow(code('attach_too_late'));
    expect(() => vuelta.attach(mcp)).toThrow(/tools\/call.*capabilities/);
  });

  it('attach_too_late: there is no seam', () => {
    const mcp = withTool();
    const names = ['assertCanSetRequestHandler', 'getNegotiatedProtocolVersion', 'setRequestHandler'];
    const kept = Object.fromEntries(names.map((name) => [name, Reflect.get(Server.prototype, name)]));
    Object.setPrototypeOf(mcp.server, kept);
    expect(() => vuelta.attach(mcp)).toThrow(code('attach_too_late'));
  });

  it('attach_too_late: what is registered is kept elsewhere', () => {
    const mcp = withTool();
    Reflect.deleteProperty(mcp, '_registeredPrompts');
    expect(() => vuelta.attach(mcp)).toThrow(code('attach_too_late'));
  });

  it('attach_too_late: a tool is run elsewhere', () => {
    const mcp = withTool();
    Reflect.deleteProperty((Reflect.get(mcp, '_registeredTools') as { t: object }).t, 'executor');
    expect(() => vuelta.attach(mcp)).toThrow(code('attach_too_late'));
  });

  it('what is set after the line is guarded where there is no seam', async () => {
    const host = new Host(
      (mcp) => {
        Object.setPrototypeOf(mcp.server, Elsewhere.prototype);
        vuelta.attach(mcp);
        mcp.registerTool('t', {}, (ctx) => (ctx.mcpReq.inputResponses === undefined ? asking('Go?') : text('done')));
      },
      { guarded: false },
    );
    const first = await host.tool('t', {}, { answers: { confirm: yes() } });
    expect(first.state).toBeTypeOf('string');
    expect((await host.tool('t', {}, { state: `${first.state}x` })).error).toMatchObject({ code: -32_602 });
    expect((await host.tool('t', {}, { state: first.state, answers: { confirm: yes() } })).text).toBe('done');
  });

  it('verify_conflict: the hook is kept elsewhere', () => {
    const mcp = server({ requestState: { verify: () => undefined } });
    Reflect.set(mcp.server, '_requestStateVerify', undefined);
    expect(() => vuelta.attach(mcp)).toThrow(code('verify_conflict'));
  });

  it('a server that is attached right after it was made needs none of it', async () => {
    const host = new Host(
      (mcp) => {
        for (const kept of ['_registeredPrompts', '_registeredResources']) Reflect.deleteProperty(mcp, kept);
        const rounds = vuelta.attach(mcp);
        rounds.tool('t', {}, async (_, ask) => text(String((await ask.confirm('confirm', 'Go?')).confirmed)));
        mcp.registerTool('plain', {}, () => asking('Go?'));
      },
      { guarded: false },
    );
    const { state } = await host.tool('t', {});
    expect((await host.tool('t', {}, { state, answers: { confirm: yes({ confirm: true }) } })).text).toBe('true');
    expect((await host.tool('plain', {}, { answers: { confirm: yes() } })).asks).toHaveProperty('confirm');
  });
});
