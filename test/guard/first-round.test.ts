import type { ServerContext } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { text } from '../../src/index.js';
import { asking } from './booking.js';
import { Host, yes, type Register } from './server.js';

/** Keeps what the SDK made of each request, to compare with what the handler got. */
function watching(made: unknown[], got: unknown[], results: unknown[] = []): Register {
  return (server) => {
    const inner = server.server as unknown as { buildContext: (...given: unknown[]) => unknown };
    const build = inner.buildContext.bind(server.server);
    inner.buildContext = (...given) => {
      const ctx = build(...given);
      made.push(ctx);
      return ctx;
    };
    const note = (ctx: ServerContext) => {
      got.push(ctx);
      const result = ctx.mcpReq.inputResponses === undefined ? asking('Go?') : text('done');
      results.push(result);
      return result;
    };
    server.registerTool('asks', {}, note);
    server.registerTool('plain', {}, (ctx) => {
      got.push(ctx);
      return { content: [{ type: 'text', text: 'plain' }], _meta: { x: 1 }, structuredContent: { deep: [1] } };
    });
  };
}

describe('the first round', () => {
  it('gives the handler the context that the SDK made, the very object', async () => {
    const made: unknown[] = [];
    const got: unknown[] = [];
    const host = new Host(watching(made, got));
    await host.tool('plain', {});
    await host.tool('asks', {});
    expect(got).toHaveLength(2);
    expect(got[0]).toBe(made[0]);
    expect(got[1]).toBe(made[1]);
  });

  it('hides the sealed state and keeps the rest of the context in later rounds', async () => {
    const made: ServerContext[] = [];
    const got: ServerContext[] = [];
    const host = new Host(watching(made, got));
    const { state } = await host.tool('asks', {});
    await host.tool('asks', {}, { state, answers: { confirm: yes() } });
    expect(got[1]?.mcpReq.requestState()).toBeUndefined();
    expect(got[1]?.mcpReq.id).toBe(made[1]?.mcpReq.id);
    expect(got[1]?.mcpReq.signal).toBe(made[1]?.mcpReq.signal);
    expect(made[1]?.mcpReq.requestState()).toBe(state);
  });

  it('lets a complete result through as the unguarded server would, and tells nobody', async () => {
    const guarded = new Host(watching([], []));
    const bare = new Host(watching([], []), { guarded: false });
    expect((await guarded.tool('plain', {})).result).toEqual((await bare.tool('plain', {})).result);
    expect(guarded.events).toEqual([]);
  });

  it('lets errors of the handler and of the SDK through', async () => {
    const register: Register = (server) => {
      server.registerTool('throws', { inputSchema: z.object({ n: z.number() }) }, () => {
        throw new Error('boom');
      });
    };
    for (const call of [{ n: 1 }, { n: 'x' }]) {
      const guarded = await new Host(register).tool('throws', call);
      const bare = await new Host(register, { guarded: false }).tool('throws', call);
      expect(guarded.result).toEqual(bare.result);
    }
    expect((await new Host(register).tool('nobody', {})).error?.message).toBe('Tool nobody not found');
  });
});
