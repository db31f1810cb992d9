import { createRequestStateCodec, inputRequired, type ServerContext } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { text } from '../../src/index.js';
import { confirm } from './booking.js';
import { Host, REFUSED, yes, type Register } from './server.js';

/** Asks with a state of its own in round 1, and says what came back in round 2. */
function keeping(own: unknown, seen: unknown[]): Register {
  return (server) => {
    server.registerTool('t', {}, (ctx) => {
      seen.push(ctx.mcpReq.requestState());
      if (ctx.mcpReq.inputResponses !== undefined) return text('done');
      return { resultType: 'input_required', inputRequests: { confirm: confirm('Go?') }, requestState: own as string };
    });
  };
}

async function there(own: unknown, options?: ConstructorParameters<typeof Host>[1]) {
  const seen: unknown[] = [];
  const host = new Host(keeping(own, seen), options);
  const { state } = await host.tool('t', {});
  const reply = await host.tool('t', {}, { state, answers: { confirm: yes() } });
  return { own: seen[1], state, reply, host };
}

describe('the state that a handler gives', () => {
  it.each([
    ['x'],
    [''],
    [' a\n'],
    ['v1.abc.def'],
    ['"quoted\\"'],
    ['ü\u0000\u{1F600}'],
    ['{"__proto__":1}'],
    ['z'.repeat(9000)],
  ])('comes back exactly: %j', async (own) => {
    const back = await there(own);
    expect(back.own).toBe(own);
    expect(back.reply.text).toBe('done');
    expect(back.state).not.toBe(own);
  });

  it.each([[undefined], [null], [7], [{ a: 1 }]])('that is no text does not exist: %j', async (own) => {
    expect((await there(own)).own).toBeUndefined();
  });

  it('a round with a state and no ask goes on', async () => {
    const seen: unknown[] = [];
    const host = new Host((server) => {
      server.registerTool('t', {}, (ctx) => {
        seen.push(ctx.mcpReq.requestState());
        return seen.length === 2 ? text('done') : inputRequired({ requestState: 'later' });
      });
    });
    const { state, asks } = await host.tool('t', {});
    expect(asks).toEqual({});
    expect((await host.tool('t', {}, { state })).text).toBe('done');
    expect(seen).toEqual([undefined, 'later']);
  });

  it('cannot be sent alone: it is not a state of the guard', async () => {
    const host = new Host(keeping('mine', []));
    expect((await host.tool('t', {}, { state: 'mine' })).error).toEqual(REFUSED);
  });
});

describe('F57: an answer that makes the state too large', () => {
  it.each(['in a state of its own', 'carried'])('F57: %s is refused, and a shorter one counts', async (way) => {
    const form = { type: 'object', properties: { why: { type: 'string' } } } as const;
    const host = new Host(
      (server) => {
        server.registerTool('t', {}, (ctx) => {
          const { why, confirm: sure } = ctx.mcpReq.inputResponses ?? {};
          if (sure !== undefined) return text('done');
          if (why === undefined) {
            return inputRequired({
              inputRequests: { why: inputRequired.elicit({ message: 'Why?', requestedSchema: form }) },
            });
          }
          const own = way === 'carried' ? {} : { requestState: JSON.stringify(why) };
          return inputRequired({ inputRequests: { confirm: confirm('Sure?') }, ...own });
        });
      },
      { attach: { tools: { t: { carry: way === 'carried' } } } },
    );
    const { state } = await host.tool('t', {});
    const long = await host.tool('t', {}, { state, answers: { why: yes({ why: 'x'.repeat(40_000) }) } });
    expect(long.error?.data).toEqual({ reason: 'state_too_large' });
    const short = await host.tool('t', {}, { state, answers: { why: yes({ why: 'plans changed' }) } });
    expect(short.asks).toHaveProperty('confirm');
    const again = await host.tool('t', {}, { state, answers: { why: yes({ why: 'another' }) } });
    expect(again.error).toEqual(REFUSED);
  });
});

describe('attach({ verify })', () => {
  const codec = createRequestStateCodec<{ step: number }>({ key: 'k'.repeat(32) });

  it('reads the state with the codec of the server', async () => {
    const back = await there(await codec.mint({ step: 3 }), {
      attach: { verify: (state, ctx) => codec.verify(state, ctx) },
    });
    expect(back.own).toEqual({ step: 3 });
  });

  it('keeps the text when the hook resolves to nothing, and null when it resolves to null', async () => {
    expect((await there('mine', { attach: { verify: () => undefined } })).own).toBe('mine');
    expect((await there('mine', { attach: { verify: () => null } })).own).toBeNull();
    expect((await there('mine', { attach: { verify: () => false } })).own).toBe(false);
  });

  it('refuses with the one text when the hook throws, and keeps its words', async () => {
    const verify = () => {
      throw new Error('secret reason');
    };
    const { reply, host } = await there('mine', { attach: { verify } });
    expect(reply.error).toEqual(REFUSED);
    expect(host.events.at(-1)).toMatchObject({ type: 'rejected', reason: 'malformed' });
    expect(JSON.stringify(host.events)).not.toContain('secret');
  });

  it('sees its own state and the answers that count, not what the client sent', async () => {
    const contexts: ServerContext[] = [];
    const verify = (_state: string, ctx: ServerContext) => {
      contexts.push(ctx);
    };
    const host = new Host(keeping('mine', []), { attach: { verify } });
    const { state } = await host.tool('t', {});
    await host.tool('t', {}, { state, answers: { confirm: yes({ ok: true, more: 1 }), other: yes() } });
    expect(contexts[0]?.mcpReq.requestState()).toBe('mine');
    expect({ ...contexts[0]?.mcpReq.inputResponses }).toEqual({ confirm: yes() });
  });

  it('is not run where there is no state of the server', async () => {
    let runs = 0;
    const verify = () => {
      runs += 1;
    };
    await there(undefined, { attach: { verify } });
    expect(runs).toBe(0);
  });
});
