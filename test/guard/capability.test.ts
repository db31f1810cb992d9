import { inputRequired, type ClientCapabilities } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { supports, supportsAsk } from '../../src/guard/index.js';
import { confirm } from './booking.js';
import { Host } from './server.js';

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
      expect(supportsAsk({ sampling: {} }, request)).toBe(false);
      expect(supportsAsk({ sampling: { tools: {} } }, request)).toBe(true);
      expect(supportsAsk({ sampling: {} }, { ...request, params: {} })).toBe(true);
      expect(supportsAsk({}, request)).toBe(false);
    },
  );
});
