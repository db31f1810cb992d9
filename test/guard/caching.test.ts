import { inputRequired } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { text } from '../../src/index.js';
import { confirm } from './booking.js';
import { hookedStore } from './hooked-store.js';
import { Host, yes, type HostOptions, type Register } from './server.js';

const PUBLIC = { ttlMs: 60_000, cacheScope: 'public' } as const;
const KEPT_BY_NOBODY = { ttlMs: 0, cacheScope: 'private' };
const answers = { confirm: yes({ confirm: true }) };

/** Resources that ask, in both styles, with a hint at the registration or in the result, and the other verbs with a hint of their own. */
const register: Register = (server, rounds) => {
  const contents = (uri: URL) => [{ uri: uri.href, text: 'secret' }];
  rounds.resource('registered', 'note://registered', { cacheHint: PUBLIC }, async (uri, _variables, ask) => {
    await ask.confirm('confirm', 'Show it?');
    return { contents: contents(uri) };
  });
  rounds.resource('returned', 'note://returned', {}, async (uri, _variables, ask) => {
    await ask.confirm('confirm', 'Show it?');
    return { contents: contents(uri), ...PUBLIC };
  });
  server.registerResource('plain', 'note://plain', { cacheHint: PUBLIC }, (uri, ctx) =>
    ctx.mcpReq.inputResponses === undefined
      ? { ...inputRequired({ inputRequests: { confirm: confirm('Show it?') } }), ...PUBLIC }
      : { contents: contents(uri), ...PUBLIC },
  );
  server.registerResource('open', 'note://open', { cacheHint: PUBLIC }, (uri) => ({ contents: contents(uri) }));
  rounds.prompt('prompt', {}, async (_args, ask) => {
    await ask.confirm('confirm', 'Show it?');
    return { messages: [], ...PUBLIC };
  });
  rounds.tool('tool', {}, async (_args, ask) => {
    await ask.confirm('confirm', 'Show it?');
    return { ...text('secret'), ...PUBLIC };
  });
  rounds.tool('bare', {}, async (_args, ask) => {
    await ask.confirm('confirm', 'Show it?');
    return text('secret');
  });
};

const ANSWER = { confirm: yes() };

describe('F63: the result of a request that came with answers', () => {
  it.each<[string, HostOptions]>([
    ['run once a request', {}],
    ['and repeated from the store', { singleUse: true, store: hookedStore() }],
    ['with hints for every resource of the server', { server: { cacheHints: { 'resources/read': PUBLIC } } }],
  ])('of a resource is private and not to be kept, %s', async (_name, options) => {
    const host = new Host(register, options);
    for (const name of ['registered', 'returned', 'plain']) {
      const uri = `note://${name}`;
      const first = await host.resource(uri);
      expect(first.result).not.toHaveProperty('ttlMs');
      expect(first.result).not.toHaveProperty('cacheScope');
      const retry = { state: first.state, answers: name === 'plain' ? ANSWER : answers };
      for (const reply of [await host.resource(uri, retry), await host.resource(uri, retry)]) {
        expect(reply.text).toBe('secret');
        expect(reply.result).toMatchObject(KEPT_BY_NOBODY);
      }
    }
  });

  it('of a tool or a prompt loses a hint of its own, and gets none where it had none', async () => {
    const host = new Host(register);
    for (const [method, name] of [
      ['tools/call', 'tool'],
      ['prompts/get', 'prompt'],
    ] as const) {
      const { state } = await host.send(method, { name });
      expect((await host.send(method, { name }, { state, answers })).result).toMatchObject(KEPT_BY_NOBODY);
    }
    const { state } = await host.tool('bare', {});
    expect((await host.tool('bare', {}, { state, answers })).result).not.toHaveProperty('ttlMs');
  });

  it('is not to be kept where an unsolicited answer counts, or an expired state starts over', async () => {
    let time = 1_800_000_000_000;
    const resources = { 'note://plain': { unsolicited: 'accept', expired: 'ask' } as const };
    const host = new Host(register, { attach: { resources }, now: () => time });
    expect((await host.resource('note://plain', { answers: ANSWER })).result).toMatchObject(KEPT_BY_NOBODY);
    const { state } = await host.resource('note://plain');
    time += 700_000;
    const again = await host.resource('note://plain', { state, answers: ANSWER });
    expect(again.state).toBeDefined();
    expect(again.result).not.toHaveProperty('ttlMs');
  });

  it('the SDK alone keeps the hint (docs/contributing/upstream.md): look at it again when it does not', async () => {
    const host = new Host(
      (server) => {
        // #region released
        server.registerResource('r', 'note://r', { cacheHint: PUBLIC }, (uri, ctx) =>
          ctx.mcpReq.inputResponses === undefined
            ? inputRequired({ inputRequests: { confirm: confirm('Show it?') } })
            : { contents: [{ uri: uri.href, text: 'secret' }] },
        );
        // #endregion
      },
      { guarded: false },
    );
    expect((await host.resource('note://r', { answers: ANSWER })).result).toMatchObject(PUBLIC);
  });

  it('leaves a result alone that nobody was asked for', async () => {
    const host = new Host(register);
    expect((await host.resource('note://open')).result).toMatchObject(PUBLIC);
  });
});
