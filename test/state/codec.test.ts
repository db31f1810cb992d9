import { inputRequired } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { text } from '../../src/index.js';
import { createStateCodec, StateRejection, type StateContext } from '../../src/state/index.js';
import { Host, REFUSED, yes, type Register } from '../guard/server.js';
import { confirm } from '../guard/booking.js';
import { KEY, secret } from './sealing.js';

interface Step {
  readonly step: number;
}

const options = { keys: [KEY], audience: 'turmas' };
const ctx = (method = 'tools/call', clientId?: string): StateContext => ({
  mcpReq: { method },
  ...(clientId === undefined ? {} : { http: { authInfo: { clientId } } }),
});

describe('createStateCodec', () => {
  const codec = createStateCodec<Step>(options);

  it('opens what it sealed', async () => {
    expect(await codec.open(await codec.seal({ step: 2 }, ctx()), ctx())).toEqual({ step: 2 });
    expect(await codec.verify(await codec.seal({ step: 2 }, ctx()), ctx())).toEqual({ step: 2 });
  });

  it.each([
    ['another method', ctx('prompts/get'), undefined, 'place'],
    ['another target', ctx(), { target: 'hold', args: { a: 1 } }, 'place'],
    ['no target', ctx(), undefined, 'place'],
    ['other arguments', ctx(), { target: 'book', args: { a: 2 } }, 'arguments'],
    ['another principal', ctx('tools/call', 'ana'), { target: 'book', args: { a: 1 } }, 'principal'],
  ])('F35 refuses %s, with one message and the reason apart', async (_name, at, target, reason) => {
    const state = await codec.seal({ step: 1 }, ctx(), { target: 'book', args: { a: 1 } });
    const error: unknown = await codec.open(state, at, target).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StateRejection);
    expect(error).toMatchObject({ message: 'Invalid or expired requestState', reason });
  });

  it('F35 dates are bound to the day they are, not to being an object', async () => {
    const at = (day: string) => ({ target: 'book', args: { day: new Date(day) } });
    const state = await codec.seal({ step: 1 }, ctx(), at('2026-01-01'));
    await expect(codec.open(state, ctx(), at('2026-01-02'))).rejects.toMatchObject({ reason: 'arguments' });
    expect(await codec.open(state, ctx(), at('2026-01-01'))).toEqual({ step: 1 });
    await expect(codec.seal({ step: 1 }, ctx(), { args: new Set([1]) })).rejects.toThrow(TypeError);
  });

  it('F35 another audience, another key, another principal of the author’s own', async () => {
    const state = await codec.seal({ step: 1 }, ctx());
    const other = createStateCodec<Step>({ ...options, audience: 'other' });
    await expect(other.open(state, ctx())).rejects.toMatchObject({ reason: 'place' });
    const rekeyed = createStateCodec<Step>({ ...options, keys: [{ ...KEY, secret: secret(2) }] });
    await expect(rekeyed.open(state, ctx())).rejects.toMatchObject({ reason: 'signature' });
    const owned = createStateCodec<Step>({ ...options, principal: () => 'ana' });
    await expect(owned.open(state, ctx())).rejects.toMatchObject({ reason: 'principal' });
    const broken = createStateCodec<Step>({ ...options, principal: (async () => 'ana') as unknown as () => string });
    await expect(broken.seal({ step: 1 }, ctx())).rejects.toThrow('principal');
  });

  it('refuses garbage without an exception of another kind', async () => {
    for (const state of ['', 'x', 'a.b.c', '..', 'x'.repeat(40_000), JSON.stringify({ step: 1 })]) {
      await expect(codec.verify(state, ctx())).rejects.toBeInstanceOf(StateRejection);
    }
  });

  it.each([[undefined], [''], [7], [null]])('wants an audience, not %j', (audience) => {
    expect(() => createStateCodec({ keys: [KEY], audience: audience as string })).toThrow(TypeError);
  });

  it('encrypts on request, and works the same', async () => {
    const quiet = createStateCodec<Step>({ ...options, encrypt: true });
    const state = await quiet.seal({ step: 3 }, ctx());
    expect(state.split('.')).toHaveLength(5);
    expect(await quiet.verify(state, ctx())).toEqual({ step: 3 });
    await expect(quiet.verify(`${state}A`, ctx())).rejects.toBeInstanceOf(StateRejection);
  });
});

describe('as the SDK’s requestState.verify, on a server without the guard', () => {
  const codec = createStateCodec<Step>(options);
  const stepping: Register = (server) => {
    server.registerTool('steps', {}, async (ctx) => {
      const step = ctx.mcpReq.requestState<Step>()?.step ?? 0;
      if (step === 2) return text('done');
      return inputRequired({
        inputRequests: { confirm: confirm(`Step ${step}?`) },
        requestState: await codec.seal({ step: step + 1 }, ctx),
      });
    });
    server.registerPrompt('steps', {}, (ctx) => ({
      messages: [{ role: 'user', content: { type: 'text', text: String(ctx.mcpReq.requestState<Step>()?.step) } }],
    }));
  };
  const bare = new Host(stepping, { guarded: false, server: { requestState: { verify: codec.verify } } });

  it('the handler reads what it sealed, round by round', async () => {
    const one = await bare.tool('steps', {});
    const two = await bare.tool('steps', {}, { state: one.state });
    expect(two.asks['confirm']?.params['message']).toBe('Step 1?');
    expect((await bare.tool('steps', {}, { state: two.state })).text).toBe('done');
  });

  it('F32 F35 a changed or moved state is refused with the SDK’s own error', async () => {
    const { state = '' } = await bare.tool('steps', {});
    expect((await bare.tool('steps', {}, { state: `${state}=` })).error).toEqual(REFUSED);
    expect((await bare.tool('steps', {}, { state: '' })).error).toEqual(REFUSED);
    expect((await bare.prompt('steps', {}, { state })).error).toEqual(REFUSED);
  });

  it('inside a guarded server the same codec is the hook of attach', async () => {
    const guarded = new Host(stepping, { keys: [KEY], attach: { verify: codec.verify } });
    const answers = { confirm: yes() };
    const one = await guarded.tool('steps', {});
    const two = await guarded.tool('steps', {}, { state: one.state, answers });
    expect(two.asks['confirm']?.params['message']).toBe('Step 1?');
    expect((await guarded.tool('steps', {}, { state: two.state, answers })).text).toBe('done');
  });

  it('a state of the codec is no state of the guard: same key, same audience, same request', async () => {
    const guarded = new Host(stepping, { keys: [KEY] });
    const looksLikeAFlow = createStateCodec<object>(options);
    const body = { flow: 'x', round: 1, asked: { confirm: ['f'] } };
    const state = await looksLikeAFlow.seal(body, ctx(), { target: 'steps', args: {} });
    expect((await guarded.tool('steps', {}, { state, answers: { confirm: yes() } })).error).toEqual(REFUSED);
    const { state: flow = '' } = await guarded.tool('steps', {});
    await expect(looksLikeAFlow.open(flow, ctx(), { target: 'steps', args: {} })).rejects.toBeInstanceOf(
      StateRejection,
    );
  });
});
