import { ResourceTemplate, type McpServer, type ServerContext } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { text, type AttachOptions, type Rounds } from '../../src/index.js';
import type { Policy } from '../../src/guard/index.js';
import { asking } from './booking.js';
import { Host, yes, type Reply } from './server.js';

interface Registered {
  update(updates: object): void;
  remove(): void;
}
type Add = (server: McpServer, rounds: Rounds, name: string, act: () => string, policy?: Policy) => Registered;

const answers = { confirm: yes({ ok: true, confirm: true }) };
interface Confirming {
  confirm(key: string, message: string): Promise<{ readonly confirmed: boolean }>;
}
const onceSaid = async (ask: Confirming, act: () => string): Promise<string> => {
  const { confirmed } = await ask.confirm('confirm', 'Go?');
  return confirmed ? act() : 'no';
};
const plainSaid = (ctx: ServerContext, act: () => string): string | undefined =>
  ctx.mcpReq.inputResponses?.['confirm'] === undefined ? undefined : act();
const message = (said: string) => ({
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text: said } }],
});

/** Each kind in both styles: how it is registered, called, and renamed. A policy of its own comes with `rounds.*` only. */
const KINDS: Record<
  string,
  {
    table: keyof AttachOptions;
    key: string;
    at: (name: string) => string;
    add: Add;
    send: (host: Host, name: string, more?: object) => Promise<Reply>;
  }
> = {
  'a plain tool': {
    table: 'tools',
    key: 'name',
    at: (name) => name,
    add: (server, _rounds, name, act) =>
      server.registerTool(name, {}, (ctx) => {
        const said = plainSaid(ctx, act);
        return said === undefined ? asking('Go?') : text(said);
      }),
    send: (host, name, more) => host.tool(name, {}, more),
  },
  'a tool of rounds': {
    table: 'tools',
    key: 'name',
    at: (name) => name,
    add: (_server, rounds, name, act, policy) =>
      rounds.tool(name, { ...policy }, async (_, ask) => text(await onceSaid(ask, act))),
    send: (host, name, more) => host.tool(name, {}, more),
  },
  'a plain prompt': {
    table: 'prompts',
    key: 'name',
    at: (name) => name,
    add: (server, _rounds, name, act) =>
      server.registerPrompt(name, {}, (ctx) => {
        const said = plainSaid(ctx, act);
        return said === undefined ? asking('Go?') : message(said);
      }),
    send: (host, name, more) => host.prompt(name, {}, more),
  },
  'a prompt of rounds': {
    table: 'prompts',
    key: 'name',
    at: (name) => name,
    add: (_server, rounds, name, act, policy) =>
      rounds.prompt(name, { ...policy }, async (_, ask) => message(await onceSaid(ask, act))),
    send: (host, name, more) => host.prompt(name, {}, more),
  },
  'a plain resource': {
    table: 'resources',
    key: 'uri',
    at: (name) => `test://${name}`,
    add: (server, _rounds, name, act) =>
      server.registerResource(name, `test://${name}`, {}, (uri, ctx) => {
        const said = plainSaid(ctx, act);
        return said === undefined ? asking('Go?') : { contents: [{ uri: uri.href, text: said }] };
      }),
    send: (host, name, more) => host.resource(`test://${name}`, more),
  },
  'a resource of rounds': {
    table: 'resources',
    key: 'uri',
    at: (name) => `test://${name}`,
    add: (_server, rounds, name, act) =>
      rounds.resource(name, `test://${name}`, {}, async (uri, _variables, ask) => ({
        contents: [{ uri: uri.href, text: await onceSaid(ask, act) }],
      })),
    send: (host, name, more) => host.resource(`test://${name}`, more),
  },
};

type Change = (of: Record<string, Registered>, again: (name: string) => void) => void;

describe.each(Object.entries(KINDS))('F65: %s that is renamed', (_kind, { table, key, at, add, send }) => {
  /** Two of the kind, `a` and `b`, changed; what two equal second rounds under a name come to: whose it is, and how often it ran. */
  async function after(change: Change, said: Record<string, Policy>, name: string): Promise<string> {
    const runs: Record<string, number> = {};
    const policies = Object.fromEntries(Object.entries(said).map(([of, policy]) => [at(of), policy]));
    const host = new Host(
      (server, rounds) => {
        const again = (of: string) =>
          add(server, rounds, of, () => {
            runs[of] = (runs[of] ?? 0) + 1;
            return of;
          });
        change({ a: again('a'), b: again('b') }, again);
      },
      { attach: { [table]: policies } },
    );
    const { state, error } = await send(host, name);
    if (error !== undefined) return 'gone';
    const first = await send(host, name, { state, answers });
    await send(host, name, { state, answers });
    return `${first.text} ${runs[first.text]}`;
  }

  const to = (name: string | null) => ({ [key]: name === null ? null : at(name) });
  const ONE = { singleUse: true };
  const MANY = { singleUse: false };

  it('keeps its policy: once, twice, back again, and with another title', async () => {
    for (const [policy, runs] of [
      [ONE, 1],
      [MANY, 2],
    ] as const) {
      const said = { a: policy, b: runs === 1 ? MANY : ONE };
      expect(await after(({ a }) => a?.update(to('x')), said, 'x')).toBe(`a ${runs}`);
      expect(await after(({ a }) => ['x', 'y'].map((name) => a?.update(to(name))), said, 'y')).toBe(`a ${runs}`);
      expect(await after(({ a }) => ['x', 'a'].map((name) => a?.update(to(name))), said, 'a')).toBe(`a ${runs}`);
      expect(await after(({ a }) => a?.update({ title: 'A' }), said, 'a')).toBe(`a ${runs}`);
      expect(await after(({ a }) => a?.update({ ...to('x'), title: 'X', enabled: true }), said, 'x')).toBe(`a ${runs}`);
    }
  });

  it('keeps its policy when two swap their names, and when they swap back', async () => {
    const said = { a: ONE, b: MANY };
    const swap: Change = ({ a, b }) => {
      a?.update(to('tmp'));
      b?.update(to('a'));
      a?.update(to('b'));
    };
    expect(await after(swap, said, 'b')).toBe('a 1');
    expect(await after(swap, said, 'a')).toBe('b 2');
    expect(await after(swap, said, 'tmp')).toBe('gone');
    const back: Change = (of, again) => {
      swap(of, again);
      of['b']?.update(to('tmp'));
      of['a']?.update(to('a'));
      of['b']?.update(to('b'));
    };
    expect(await after(back, said, 'a')).toBe('a 1');
    expect(await after(back, said, 'b')).toBe('b 2');
  });

  it('leaves nothing under the names that it had', async () => {
    const moved: Change = ({ a }) => ['x', 'y'].map((name) => a?.update(to(name)));
    for (const name of ['a', 'x']) expect(await after(moved, { a: ONE }, name)).toBe('gone');
    const removed: Change = (of, again) => {
      moved(of, again);
      of['a']?.remove();
    };
    for (const name of ['a', 'x', 'y']) expect(await after(removed, { a: ONE }, name)).toBe('gone');
  });

  it('takes what is said of a name that nothing was registered for', async () => {
    const moved: Change = ({ a }) => a?.update(to('x'));
    expect(await after(moved, { a: ONE, x: MANY }, 'x')).toBe('a 2');
    expect(await after(moved, { a: MANY, x: ONE }, 'x')).toBe('a 1');
  });

  it('is removed and registered again: what is said of the name is said of it again', async () => {
    const again: Change = ({ a }, register) => {
      a?.update(to('x'));
      a?.remove();
      register('a');
    };
    expect(await after(again, { a: ONE }, 'a')).toBe('a 1');
    expect(await after(again, { a: MANY }, 'a')).toBe('a 2');
  });
});

describe('F65: a policy that comes with the registration', () => {
  const prompt = (rounds: Rounds, name: string, policy: Policy, runs: string[]) =>
    rounds.prompt(name, policy, async (_, ask) => message(await onceSaid(ask, () => `${name} ${runs.push(name)}`)));

  async function sent(host: Host, name: string): Promise<string[]> {
    const { state } = await host.prompt(name, {});
    const replies = [await host.prompt(name, {}, { state, answers }), await host.prompt(name, {}, { state, answers })];
    return replies.map((reply) => reply.text);
  }

  it('goes with it through two swaps, and not to what is registered under its name later', async () => {
    const runs: string[] = [];
    const host = new Host((_server, rounds) => {
      const one = prompt(rounds, 'one', { singleUse: true }, runs);
      const many = prompt(rounds, 'many', { singleUse: false }, runs);
      one.update({ name: 'tmp' });
      many.update({ name: 'one' });
      one.update({ name: 'many' });
      const gone = prompt(rounds, 'third', { singleUse: true }, []);
      gone.remove();
      prompt(rounds, 'third', {}, runs);
    });
    expect(await sent(host, 'many')).toEqual(['one 1', 'one 1']);
    expect(await sent(host, 'one')).toEqual(['many 2', 'many 3']);
    expect(await sent(host, 'third')).toEqual(['third 4', 'third 5']);
  });

  it('is in force in the first round too, and events name the name it has now', async () => {
    const host = new Host((_server, rounds) => {
      const tool = rounds.tool('old', { fallback: 'Ask at the desk.' }, async (_, ask) =>
        text(await onceSaid(ask, () => 'done')),
      );
      tool.update({ name: 'new' });
    });
    expect((await host.tool('new', {}, { capabilities: {} })).text).toBe('Ask at the desk.');
    await host.tool('new', {});
    expect(host.events).toMatchObject([
      { type: 'fell_back', target: 'new' },
      { type: 'asked', target: 'new' },
    ]);
  });

  it('a template that is renamed serves the same addresses under the same policies', async () => {
    let runs = 0;
    const host = new Host(
      (_server, rounds) => {
        const read = async (uri: URL, _variables: unknown, ask: Confirming) => ({
          contents: [{ uri: uri.href, text: await onceSaid(ask, () => String(++runs)) }],
        });
        const template = (path: string) => new ResourceTemplate(`test://${path}/{id}`, { list: undefined });
        const a = rounds.resource('a', template('a'), {}, read);
        const b = rounds.resource('b', template('b'), {}, read);
        a.update({ name: 'tmp' });
        b.update({ name: 'a' });
        a.update({ name: 'b' });
      },
      { attach: { resources: { 'test://a/1': { singleUse: true } } } },
    );
    const { result } = await host.send('resources/templates/list', {});
    expect(result?.['resourceTemplates']).toMatchObject([
      { name: 'a', uriTemplate: 'test://b/{id}' },
      { name: 'b', uriTemplate: 'test://a/{id}' },
    ]);
    for (const [uri, said] of [
      ['test://a/1', '1'],
      ['test://b/1', '3'],
    ] as const) {
      const { state } = await host.resource(uri);
      await host.resource(uri, { state, answers });
      expect((await host.resource(uri, { state, answers })).text).toBe(said);
    }
  });

  it('a name that another one has taken meanwhile is left to that one', async () => {
    const host = new Host((server) => {
      const a = server.registerPrompt('a', {}, () => message('a'));
      const b = server.registerPrompt('b', {}, () => message('b'));
      a.update({ name: 'b' });
      b.update({ name: 'c' });
    });
    const { result } = await host.send('prompts/list', {});
    expect(result).toMatchObject({ prompts: [{ name: 'b' }, { name: 'c' }] });
  });

  it('the SDK alone loses one of two prompts that swap their names', async () => {
    const host = new Host(
      (server) => {
        // #region swap
        const a = server.registerPrompt('a', {}, () => ({ messages: [] }));
        const b = server.registerPrompt('b', {}, () => ({ messages: [] }));
        a.update({ name: 'tmp' });
        b.update({ name: 'a' });
        a.update({ name: 'b' });
        // #endregion swap
      },
      { guarded: false },
    );
    const { result } = await host.send('prompts/list', {});
    expect(result).toMatchObject({ prompts: [{ name: 'tmp' }, { name: 'b' }] });
  });
});
