import { inputRequired, McpServer, type McpServerOptions } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createVuelta, text } from '../../src/index.js';
import { asking } from './booking.js';
import { Host, KEYS, REFUSED, yes } from './server.js';

const vuelta = createVuelta({ keys: KEYS });
const server = (options?: McpServerOptions) => new McpServer({ name: 's', version: '1' }, options);
const code = (value: string) => expect.objectContaining({ code: value, next: 'fix' }) as unknown as Error;

describe('attach', () => {
  it('capabilities that have no handler of ours are fine', () => {
    expect(() => vuelta.attach(server({ capabilities: { logging: {} } }))).not.toThrow();
  });

  it('attach_twice: by the same guard or by another', () => {
    const one = server();
    vuelta.attach(one);
    expect(() => vuelta.attach(one)).toThrow(code('attach_twice'));
    expect(() => createVuelta({ keys: KEYS }).attach(one)).toThrow(code('attach_twice'));
  });

  it('attach_twice: by another copy of this package', () => {
    const one = server({ requestState: { verify: () => undefined } });
    Object.defineProperty(one.server, Symbol.for('vuelta.attached'), { value: true });
    expect(() => vuelta.attach(one)).toThrow(code('attach_twice'));
  });

  it('verify_conflict: two hooks, and nobody can say which one counts', () => {
    const verify = (state: string) => state;
    const attach = (theirs: () => unknown) => () =>
      vuelta.attach(server({ requestState: { verify } }), { verify: theirs });
    expect(attach(() => undefined)).toThrow(code('verify_conflict'));
    expect(attach(verify as never)).not.toThrow();
  });

  it('a refused attach leaves the server as it was', () => {
    const verify = () => undefined;
    const one = server({ requestState: { verify }, capabilities: { tools: {} } });
    one.registerTool('t', {}, () => text('x'));
    const before = [one, one.server].map((object) => Object.getOwnPropertyDescriptors(object));
    expect(() => vuelta.attach(one, { verify: () => 1 })).toThrow(code('verify_conflict'));
    expect([one, one.server].map((object) => Object.getOwnPropertyDescriptors(object))).toEqual(before);
    expect(() => vuelta.attach(one)).not.toThrow();
  });

  it.each([[undefined], [null], [{}], ['s'], [{ server: {} }]])('wants an McpServer or a Server, not %j', (wrong) => {
    const named = createVuelta({ keys: KEYS, audience: 'a' });
    for (const guard of [vuelta, named]) expect(() => guard.attach(wrong as never)).toThrow(/McpServer/);
    expect(() => named.attach(wrong as never)).toThrow(TypeError);
  });

  it('wants a name for the audience', () => {
    const nameless = new McpServer({ name: '', version: '1' });
    expect(() => vuelta.attach(nameless)).toThrow(/audience/);
    expect(() => createVuelta({ keys: KEYS, audience: 'a' }).attach(nameless)).not.toThrow();
  });

  it('does not touch other servers', () => {
    const one = server();
    const two = server();
    vuelta.attach(one);
    expect(Object.hasOwn(one.server, 'setRequestHandler')).toBe(true);
    expect(Object.hasOwn(two.server, 'setRequestHandler')).toBe(false);
  });
});

describe('createVuelta', () => {
  it.each([
    [{ maxRounds: 0 }],
    [{ maxRounds: 1.5 }],
    [{ maxRounds: Infinity }],
    [{ ttlSeconds: 0 }],
    [{ ttlSeconds: Number.NaN }],
    [{ maxStateBytes: -1 }],
    [{ clockSkewSeconds: -1 }],
    [{ clockSkewSeconds: Infinity }],
  ])('refuses %j with a RangeError', (wrong) => {
    expect(() => createVuelta({ keys: KEYS, ...wrong })).toThrow(RangeError);
  });

  it('refuses an empty audience with a TypeError', () => {
    expect(() => createVuelta({ keys: KEYS, audience: '' })).toThrow(TypeError);
  });
});

describe('handlers that are set past McpServer', () => {
  it('F39 a list handler that asks is an internal error, and nothing is sent', async () => {
    const host = new Host((mcp) => {
      mcp.registerTool('t', {}, () => text('x'));
      mcp.server.setRequestHandler('tools/list', (() => asking('Go?')) as never);
      mcp.server.setRequestHandler('acme/search', { params: z.looseObject({}) }, () => asking('Go?') as never);
      mcp.server.setRequestHandler('acme/fine', { params: z.looseObject({}) }, () => ({ found: 1 }));
    });
    for (const method of ['tools/list', 'acme/search']) {
      const reply = await host.send(method, {});
      expect(reply.error).toMatchObject({ code: -32_603, data: { reason: 'ask_outside_verbs' } });
      expect(reply.error?.message).toContain(method);
    }
    expect(host.events).toMatchObject([
      { type: 'fault', method: 'tools/list', target: '', code: 'ask_outside_verbs' },
      { type: 'fault', method: 'acme/search', target: '', code: 'ask_outside_verbs' },
    ]);
    expect((await host.send('acme/fine', {})).result).toMatchObject({ found: 1 });
  });

  it('are guarded as well: one that replaces tools/call, and one with schemas of its own', async () => {
    const booked: string[] = [];
    const book = (ctx: { mcpReq: { inputResponses?: Record<string, unknown> } }) => {
      if (ctx.mcpReq.inputResponses?.['confirm'] === undefined) return asking('Go?');
      booked.push('x');
      return text('done');
    };
    const params = z.object({ name: z.string(), arguments: z.object({ day: z.string() }) });
    for (const register of [
      (mcp: McpServer) => mcp.server.setRequestHandler('tools/call', (_request, ctx) => book(ctx)),
      (mcp: McpServer) => mcp.server.setRequestHandler('tools/call', { params }, (_params, ctx) => book(ctx) as never),
    ]) {
      const host = new Host((mcp) => {
        mcp.registerTool('t', {}, () => text('never'));
        register(mcp);
      });
      const answers = { confirm: yes() };
      const first = await host.tool('t', { day: '1' }, { answers });
      expect(first.asks).toHaveProperty('confirm');
      expect((await host.tool('t', { day: '2' }, { state: first.state, answers })).error).toEqual(REFUSED);
      expect((await host.tool('t', { day: '1' }, { state: first.state, answers })).text).toBe('done');
    }
    expect(booked).toHaveLength(2);
  });

  it('a handler with a schema that turns arguments into dates is bound to the dates', async () => {
    const day = z.string().transform((value) => new Date(value));
    const params = z.object({ name: z.string(), arguments: z.object({ day }) });
    const host = new Host((mcp) => {
      mcp.registerTool('t', {}, () => text('never'));
      const handler = () => inputRequired({ requestState: 'x' }) as never;
      mcp.server.setRequestHandler('tools/call', { params }, handler);
    });
    const { state } = await host.tool('t', { day: '2026-01-01' });
    expect((await host.tool('t', { day: '2027-01-01' }, { state })).error).toEqual(REFUSED);
    expect((await host.tool('t', { day: '2026-01-01' }, { state })).state).toBeTypeOf('string');
  });

  it('the one for methods that nobody handles is guarded, whether it was set before or after', async () => {
    const booked: string[] = [];
    const serve = async (_request: unknown, ctx: { mcpReq: { inputResponses?: Record<string, unknown> } }) => {
      if (ctx.mcpReq.inputResponses?.['confirm'] === undefined) return asking('Go?') as never;
      booked.push('x');
      return text('done') as never;
    };
    const early = createVuelta({ keys: KEYS });
    const hosts = [
      new Host((mcp) => {
        mcp.server.fallbackRequestHandler = serve;
      }),
      new Host(
        (mcp) => {
          mcp.server.fallbackRequestHandler = serve;
          early.attach(mcp);
        },
        { guarded: false },
      ),
    ];
    const answers = { confirm: yes() };
    for (const host of hosts) {
      const first = await host.tool('t', { day: '1' }, { answers });
      expect(first.asks).toHaveProperty('confirm');
      expect((await host.tool('t', { day: '2' }, { state: first.state, answers })).error).toEqual(REFUSED);
      for (const state of [7, null, {}])
        expect((await host.tool('t', { day: '1' }, { state, answers })).error).toEqual(REFUSED);
      expect((await host.tool('t', { day: '1' }, { state: first.state, answers })).text).toBe('done');
      expect((await host.send('acme/else', {})).error).toMatchObject({ data: { reason: 'ask_outside_verbs' } });
    }
    expect(booked).toHaveLength(2);
  });

  it('a server without one still knows no such method', async () => {
    const host = new Host((mcp) => {
      Reflect.set(mcp.server, 'fallbackRequestHandler', undefined);
    });
    expect((await host.send('acme/else', {})).error).toMatchObject({ code: -32_601 });
  });

  it('setRequestHandler without a handler is the SDK’s own error', () => {
    const one = server();
    vuelta.attach(one);
    const set = one.server.setRequestHandler.bind(one.server) as (method: string, schemas: unknown) => void;
    expect(() => set('acme/x', { params: z.object({}) })).toThrow('handler is required');
  });
});
