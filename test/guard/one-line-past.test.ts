import { inputRequired, Server, type ServerContext } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { createVuelta, text } from '../../src/index.js';
import { asking, confirm } from './booking.js';
import { Host, KEYS, REFUSED, yes } from './server.js';

const answers = { confirm: yes() };
const confirmed = (ctx: ServerContext): boolean => ctx.mcpReq.inputResponses?.['confirm'] !== undefined;

describe('F70: what does not go through McpServer', () => {
  it.each([['before'], ['after']])('a low-level server, with handlers that are set %s', async (when) => {
    const done: string[] = [];
    const guard = createVuelta({ keys: KEYS });
    const set = (server: Server): void => {
      server.setRequestHandler('tools/list', () => ({ tools: [{ name: 't', inputSchema: { type: 'object' } }] }));
      server.setRequestHandler('tools/call', ({ params }, ctx) =>
        confirmed(ctx) ? text(`${ctx.mcpReq.requestState<string>()} ${done.push(params.name)}`) : own(),
      );
    };
    const own = () => inputRequired({ inputRequests: { confirm: confirm('Go?') }, requestState: 'mine' });
    const host = new Host(() => undefined, {
      make: (): never => {
        const verify = async (state: string) => `checked ${await Promise.resolve(state)}`;
        const server = new Server(
          { name: 's', version: '1' },
          { capabilities: { tools: {} }, requestState: { verify } },
        );
        if (when === 'before') set(server);
        expect(guard.attach(server, { tools: { t: { carry: true } } })).toBeUndefined();
        expect(() => guard.attach(server)).toThrow(/twice/);
        if (when === 'after') set(server);
        return server as never;
      },
    });
    const first = await host.tool('t', { seat: '1' }, { answers });
    expect(first.asks).toHaveProperty('confirm');
    for (const state of [`${first.state}x`, 7])
      expect((await host.tool('t', {}, { state, answers })).error).toEqual(REFUSED);
    expect((await host.tool('t', { seat: '2' }, { state: first.state, answers })).error).toEqual(REFUSED);
    for (let repeat = 0; repeat < 2; repeat += 1) {
      expect((await host.tool('t', { seat: '1' }, { state: first.state, answers })).text).toBe('checked mine 1');
    }
  });

  it('a handler that is set past the guard, by a setRequestHandler from before or that of the class', async () => {
    const booking = (_request: unknown, ctx: ServerContext) => (confirmed(ctx) ? text('done') : asking('Go?'));
    const guard = createVuelta({ keys: KEYS });
    for (const capabilities of [{ tools: {} }, {}]) {
      const host = new Host(
        (mcp) => {
          const set = mcp.server.setRequestHandler.bind(mcp.server);
          guard.attach(mcp);
          mcp.registerTool('t', {}, () => text('never'));
          if ('tools' in capabilities) set('tools/call', booking);
          else
            Reflect.apply(Reflect.get(Server.prototype, 'setRequestHandler') as () => void, mcp.server, [
              'tools/call',
              booking,
            ]);
        },
        { guarded: false, server: { capabilities } },
      );
      const first = await host.tool('t', {}, { answers });
      expect(first.asks).toHaveProperty('confirm');
      expect((await host.tool('t', {}, { state: `${first.state}x`, answers })).error).toEqual(REFUSED);
      expect((await host.tool('t', {}, { state: first.state, answers })).text).toBe('done');
    }
  });

  it('a wrapper that somebody has put around a tool stays, and what it throws may be tried again', async () => {
    let fails = true;
    const host = new Host(
      (mcp) => {
        const tool = mcp.registerTool('t', {}, (ctx) => (confirmed(ctx) ? text('done') : asking('Go?')));
        const { executor } = tool;
        tool.executor = async (args, ctx) => {
          if (confirmed(ctx) && fails) throw new Error('no seat yet');
          const result = await executor(args, ctx);
          return 'content' in result ? text('wrapped') : result;
        };
        createVuelta({ keys: KEYS }).attach(mcp);
      },
      { guarded: false },
    );
    const { state } = await host.tool('t', {});
    expect((await host.tool('t', {}, { state, answers })).result).toMatchObject({ isError: true });
    fails = false;
    expect((await host.tool('t', {}, { state, answers })).text).toBe('wrapped');
  });
});
