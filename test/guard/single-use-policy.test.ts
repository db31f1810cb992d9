import { inputRequired, inputResponse } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { text } from '../../src/index.js';
import { booking, confirm } from './booking.js';
import { Host, REFUSED, yes, type HostOptions, type Register } from './server.js';

const answers = { confirm: yes() };

describe('who is single-use', () => {
  /** Runs a round twice, and tells how often the handler ran. */
  async function runs(
    send: (host: Host, more: object) => ReturnType<Host['tool']>,
    make: (count: () => number) => Register,
    options?: HostOptions,
  ) {
    let count = 0;
    const host = new Host(
      make(() => (count += 1)),
      options,
    );
    const { state } = await send(host, {});
    count = 0;
    await send(host, { state, answers });
    await send(host, { state, answers });
    return count;
  }
  const ask = (done: () => object) => (ctx: { mcpReq: { inputResponses?: unknown } }) =>
    ctx.mcpReq.inputResponses === undefined
      ? inputRequired({ inputRequests: { confirm: confirm('Go?') } })
      : (done() as ReturnType<typeof text>);
  const plain =
    (config: object = {}) =>
    (count: () => number): Register =>
    (server) => {
      server.registerTool(
        't',
        config,
        ask(() => text(String(count()))),
      );
    };
  const awaited =
    (config: object = {}) =>
    (count: () => number): Register =>
    (_server, rounds) => {
      rounds.tool('t', config, async (_args, ask) => {
        count();
        await ask.form('confirm', { message: 'Go?', schema: z.object({ ok: z.boolean() }) });
        return text('done');
      });
    };
  const tool = (host: Host, more: object) => host.tool('t', {}, more);
  const readOnly = { annotations: { readOnlyHint: true } };
  const notReadOnly = { annotations: { readOnlyHint: false, destructiveHint: true } };
  const policy = (singleUse: boolean) => ({ attach: { tools: { t: { singleUse } } } });

  it.each<[string, (count: () => number) => Register, HostOptions | undefined, number]>([
    ['a tool', plain(), undefined, 1],
    ['a tool that says it writes', plain(notReadOnly), undefined, 1],
    ['a tool with readOnlyHint', plain(readOnly), undefined, 2],
    ['an await-style tool', awaited(), undefined, 1],
    ['an await-style tool with readOnlyHint', awaited(readOnly), undefined, 2],
    ['a tool whose policy takes it off', plain(), policy(false), 2],
    ['a tool with readOnlyHint whose policy puts it on', plain(readOnly), policy(true), 1],
    ['an await-style tool that takes it off', awaited({ singleUse: false }), undefined, 2],
    ['an await-style tool with readOnlyHint that puts it on', awaited({ ...readOnly, singleUse: true }), undefined, 1],
    ['a tool of a server without it', plain(), { singleUse: false }, 2],
    ['a tool of a server without it, whose policy puts it on', plain(), { singleUse: false, ...policy(true) }, 1],
    ['a tool with other policies', plain(), { attach: { tools: { t: { carry: true } } } }, 1],
    ['a tool with readOnlyHint and other policies', plain(readOnly), { attach: { tools: { t: { carry: true } } } }, 2],
  ])('%s', async (_name, make, options, expected) => {
    expect(await runs(tool, make, options)).toBe(expected);
  });

  it.each([
    [undefined, 2],
    [{ attach: { prompts: { p: { singleUse: true } }, resources: { 'test://r': { singleUse: true } } } }, 1],
  ])('prompts and resources, with %j', async (options, expected) => {
    const prompt =
      (count: () => number): Register =>
      (server) => {
        const handler = ask(() => ({ messages: [{ role: 'user', content: { type: 'text', text: String(count()) } }] }));
        server.registerPrompt('p', {}, handler as never);
      };
    const resource =
      (count: () => number): Register =>
      (server) => {
        const handler = ask(() => ({ contents: [{ uri: 'test://r', text: String(count()) }] }));
        server.registerResource('r', 'test://r', {}, (_uri, ctx) => handler(ctx) as never);
      };
    expect(await runs((host, more) => host.prompt('p', {}, more), prompt, options)).toBe(expected);
    expect(await runs((host, more) => host.resource('test://r', more), resource, options)).toBe(expected);
  });

  it('a tool that is renamed or changed later', async () => {
    const register =
      (updates: object) =>
      (count: () => number): Register =>
      (server) => {
        server
          .registerTool(
            't',
            {},
            ask(() => text(String(count()))),
          )
          .update(updates);
      };
    expect(await runs(tool, register(readOnly))).toBe(2);
    const back =
      (count: () => number): Register =>
      (server) => {
        server
          .registerTool(
            't',
            readOnly,
            ask(() => text(String(count()))),
          )
          .update(notReadOnly);
      };
    expect(await runs(tool, back)).toBe(1);
    const renamed = (host: Host, more: object) => host.tool('u', {}, more);
    const moved =
      (count: () => number): Register =>
      (server) => {
        server
          .registerTool(
            't',
            readOnly,
            ask(() => text(String(count()))),
          )
          .update({ name: 'u' });
      };
    expect(await runs(renamed, moved)).toBe(2);
    const kept =
      (count: () => number): Register =>
      (server) => {
        server
          .registerTool(
            't',
            {},
            ask(() => text(String(count()))),
          )
          .update({ name: 'u' });
      };
    expect(await runs(renamed, kept)).toBe(1);
    expect(await runs(renamed, kept, policy(false)), 'with its policy').toBe(2);
    const own = { attach: { tools: { t: { singleUse: false }, u: { singleUse: true } } } };
    expect(await runs(renamed, kept, own), 'but for what is said of the name').toBe(1);
  });

  it('a first round is never a repeat: two calls are two flows', async () => {
    const booked: string[] = [];
    const host = new Host(booking(booked));
    const [one, two] = [await host.tool('book', { seat: '1A' }), await host.tool('book', { seat: '1A' })];
    for (const { state } of [one, two]) await host.tool('book', { seat: '1A' }, { state, answers });
    expect(booked).toEqual(['book 1A', 'book 1A']);
  });

  it('where unsolicited answers are accepted, they count as answers', async () => {
    const host = new Host(booking([]), { attach: { tools: { book: { unsolicited: 'accept' } } } });
    const { state } = await host.tool('book', { seat: '1A' });
    const retry = (given: object) => host.tool('book', { seat: '1A' }, { state, answers: given });
    expect((await retry({ ...answers, more: { anything: 1 } })).text).toBe('booked book 1A');
    expect((await retry({ ...answers, more: { anything: 2 } })).error, 'what counts as an answer, counts').toEqual(
      REFUSED,
    );
  });

  it('inputResponse of a repeat is not read twice', async () => {
    const seen: unknown[] = [];
    const host = new Host((server) => {
      server.registerTool('t', {}, (ctx) => {
        seen.push(inputResponse(ctx.mcpReq.inputResponses, 'confirm').kind);
        return seen.length === 1 ? inputRequired({ inputRequests: { confirm: confirm('Go?') } }) : text('done');
      });
    });
    const { state } = await host.tool('t', {});
    for (let time = 0; time < 3; time += 1) await host.tool('t', {}, { state, answers });
    expect(seen).toEqual(['missing', 'elicit']);
  });
});
