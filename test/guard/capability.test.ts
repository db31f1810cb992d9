import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport, inputRequired, McpServer, type ClientCapabilities } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { createVuelta, text } from '../../src/index.js';
import { supports, undeclared } from '../../src/protocol/capability.js';
import { confirm } from './booking.js';
import { Host, KEYS } from './server.js';

const visit = inputRequired.elicitUrl({ message: 'Go', url: 'https://example.com' });
const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: 'Hi' } }];
const sample = inputRequired.createMessage({ messages, maxTokens: 5 });
const tools = [{ name: 'x', inputSchema: { type: 'object' as const } }];
const sampleWithTools = inputRequired.createMessage({ messages, maxTokens: 5, tools });
const roots = inputRequired.listRoots();

async function ask(
  inputRequests: Parameters<typeof inputRequired>[0]['inputRequests'],
  capabilities: ClientCapabilities,
) {
  const host = new Host((server) => {
    server.registerTool('t', {}, () => inputRequired({ inputRequests: inputRequests ?? {} }));
    server.registerPrompt('p', {}, () => inputRequired({ inputRequests: inputRequests ?? {} }));
  });
  return {
    host,
    reply: await host.tool('t', {}, { capabilities }),
    prompt: await host.prompt('p', {}, { capabilities }),
  };
}

describe('F37 what a client can be asked', () => {
  it.each<[string, ClientCapabilities]>([
    ['elicitation: {}', { elicitation: {} }],
    ['only form', { elicitation: { form: {} } }],
    ['both', { elicitation: { form: {}, url: {} } }],
  ])('F37 a form to a client with %s', async (_name, capabilities) => {
    const { reply, host } = await ask({ q: confirm('Go?') }, capabilities);
    expect(reply.status).toBe(200);
    expect(reply.state).toBeTypeOf('string');
    expect(host.events).toMatchObject([{ type: 'asked', keys: ['q'] }, { type: 'asked' }]);
  });

  it.each<[string, Parameters<typeof ask>[0], ClientCapabilities, object]>([
    ['a form to nobody', { q: confirm('Go?') }, {}, { elicitation: { form: {} } }],
    ['a form to url only', { q: confirm('Go?') }, { elicitation: { url: {} } }, { elicitation: { form: {} } }],
    ['an address to nobody', { q: visit }, {}, { elicitation: { url: {} } }],
    ['an address to a bare elicitation', { q: visit }, { elicitation: {} }, { elicitation: { url: {} } }],
    ['an address to form only', { q: visit }, { elicitation: { form: {} } }, { elicitation: { url: {} } }],
    ['sampling', { q: sample }, { elicitation: {} }, { sampling: {} }],
    ['sampling with tools', { q: sampleWithTools }, { sampling: {} }, { sampling: { tools: {} } }],
    ['roots', { q: roots }, { sampling: {} }, { roots: {} }],
  ])('F37 -32021 with the capability as an object, and HTTP 400: %s', async (_name, asks, capabilities, required) => {
    const { reply, prompt, host } = await ask(asks, capabilities);
    for (const refused of [reply, prompt]) {
      expect(refused.status).toBe(400);
      expect(refused.error).toMatchObject({ code: -32_021, data: { requiredCapabilities: required } });
      expect(refused.result).toBeUndefined();
    }
    expect(host.events, 'nothing was asked').toMatchObject([{ type: 'unable' }, { type: 'unable' }]);
  });

  it('F38 one ask of two that is not supported holds back both', async () => {
    const { reply, host } = await ask({ form: confirm('Go?'), visit }, { elicitation: { form: {} } });
    expect(reply.status).toBe(400);
    expect(reply.error).toMatchObject({ code: -32_021, data: { requiredCapabilities: { elicitation: { url: {} } } } });
    expect(JSON.stringify(reply)).not.toContain('Go?');
    expect(host.events).toMatchObject([
      { type: 'unable', kinds: ['url'] },
      { type: 'unable', kinds: ['url'] },
    ]);
  });
});

describe('F107: the refusal leads to the fallback', () => {
  const hosts = () => {
    const plain = new Host((server) => {
      server.registerTool('t', {}, () => inputRequired({ inputRequests: { q: confirm('Go?') } }));
      server.registerPrompt('p', {}, () => inputRequired({ inputRequests: { q: confirm('Go?') } }));
      server.registerResource('r', 'test://r', {}, () => inputRequired({ inputRequests: { q: confirm('Go?') } }));
    });
    const awaits = new Host((_server, rounds) => {
      rounds.tool('t', {}, async (_, asks) => text((await asks.confirm('q', 'Go?')).action));
      rounds.prompt('p', {}, async (_, asks) => ({
        messages: [],
        _meta: { q: (await asks.confirm('q', 'Go?')).action },
      }));
      rounds.resource('r', 'test://r', {}, async (_uri, _variables, asks) => ({
        contents: [],
        _meta: { q: (await asks.confirm('q', 'Go?')).action },
      }));
    });
    return [plain, awaits];
  };
  const SAID =
    /^Cannot request input 'q' \(elicitation\/create\): the request's client capabilities do not declare the required capability\. Nothing was asked\./;

  it('on 2026-07-28: -32021 in the words of the SDK, HTTP 400, what is missing as an object, and what helps', async () => {
    for (const host of hosts()) {
      const refused = [
        await host.tool('t', {}, { capabilities: {} }),
        await host.prompt('p', {}, { capabilities: {} }),
        await host.resource('test://r', { capabilities: {} }),
      ];
      for (const { status, error } of refused) {
        expect(status).toBe(400);
        expect(error).toEqual({
          code: -32_021,
          message: expect.stringMatching(SAID) as string,
          data: { requiredCapabilities: { elicitation: { form: {} } } },
        });
        expect(error?.message).toMatch(/declares elicitation\.form; .*docs\/guides\/fallback\.md/);
        expect(error?.message).not.toContain('Go?');
      }
      expect(refused.map(({ error }) => /`fallback`|`ask\.supports/.exec(error?.message ?? '')?.[0])).toEqual([
        '`fallback`',
        '`ask.supports',
        '`ask.supports',
      ]);
      expect(host.events.map(({ type }) => type)).toEqual(['unable', 'unable', 'unable']);
    }
  });

  it('names all that is missing, once', async () => {
    const { reply } = await ask({ form: confirm('Go?'), visit, again: confirm('Sure?'), sampleWithTools, roots }, {});
    const needed = { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} };
    expect(reply.error?.data).toEqual({ requiredCapabilities: needed });
    expect(reply.error?.message).toContain(
      'declares elicitation.form and elicitation.url and sampling.tools and roots;',
    );
  });

  it('on a session of 2025-11-25: an error result in the words of the SDK, and what helps', async () => {
    const server = new McpServer({ name: 's', version: '1' });
    const rounds = createVuelta({ keys: KEYS }).attach(server);
    rounds.tool('awaits', {}, async (_, asks) => text((await asks.confirm('q', 'Go?')).action));
    server.registerTool('plain', {}, () => inputRequired({ inputRequests: { q: confirm('Go?') } }));
    server.registerPrompt('p', {}, () => inputRequired({ inputRequests: { q: confirm('Go?') } }));
    const [near, far] = InMemoryTransport.createLinkedPair();
    const client = new Client({ name: 'c', version: '1' });
    await Promise.all([server.connect(far), client.connect(near)]);
    const said =
      /^Cannot request input 'q' \(elicitation\/create\): the client on this 2025-revision connection did not declare.*docs\/guides\/fallback\.md/;
    for (const name of ['awaits', 'plain']) {
      const { isError, content } = await client.callTool({ name, arguments: {} });
      expect([isError, content]).toEqual([true, [{ type: 'text', text: expect.stringMatching(said) as string }]]);
    }
    await expect(client.getPrompt({ name: 'p' })).rejects.toThrow(/did not declare.*ask\.supports/);
    await client.close();
  });
});

describe('supports', () => {
  it.each<[ClientCapabilities | undefined, string]>([
    [undefined, ''],
    [{}, ''],
    [{ elicitation: {} }, 'form'],
    [{ elicitation: { form: {} } }, 'form'],
    [{ elicitation: { url: {} } }, 'url'],
    [{ elicitation: { form: {}, url: {} } }, 'form url'],
    [{ sampling: {}, roots: {} }, 'sampling roots'],
  ])('%j', (capabilities, expected) => {
    const kinds = (['form', 'url', 'sampling', 'roots'] as const).filter((kind) => supports(capabilities, kind));
    expect(kinds.join(' ')).toBe(expected);
  });

  it.each([[{ tools: [] }], [{ toolChoice: { mode: 'auto' } }], [{ tools: null }], [{ toolChoice: 'any' }]])(
    'agrees with the SDK about sampling with %j',
    (params) => {
      const request = { key: 'q', kind: 'sampling' as const, params };
      expect(undeclared(request, { sampling: {} })).toBe('sampling.tools');
      expect(undeclared(request, { sampling: { tools: {} } })).toBeUndefined();
      expect(undeclared({ ...request, params: {} }, { sampling: {} })).toBeUndefined();
      expect(undeclared(request, {})).toBe('sampling');
    },
  );
});
