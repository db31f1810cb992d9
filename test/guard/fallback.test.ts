import { inputRequired, type CallToolResult } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import type { Ask, Fallback, FormSchema } from '../../src/index.js';
import { asking, confirm } from './booking.js';
import { Host, type Reply } from './server.js';

const schema: FormSchema = {
  type: 'object',
  required: ['size'],
  properties: {
    size: { type: 'string', title: 'Size', enum: ['S', 'M'], default: 'M' },
    plan: { type: 'string', oneOf: [{ const: 'a', title: 'Plan A' }] },
    days: { type: 'array', items: { anyOf: [{ const: 'mo', title: 'Monday' }] } },
    tags: { type: 'array', items: { type: 'string', enum: ['x', 'y'] } },
    count: { type: 'integer', minimum: 1, maximum: 9 },
    least: { type: 'number', minimum: 0 },
    most: { type: 'number', maximum: 5 },
    mail: { type: 'string', format: 'email', title: 'mail' },
    sure: { type: 'boolean', default: false },
  },
};
const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: 'Hi' } }];
const everything = {
  form: inputRequired.elicit({ message: 'Which one?', requestedSchema: schema }),
  visit: inputRequired.elicitUrl({ message: 'Sign here', url: 'https://example.com/secret-link' }),
  model: inputRequired.createMessage({ messages, maxTokens: 5 }),
  where: inputRequired.listRoots(),
};

async function fallBack(
  fallback: Fallback,
  inputRequests = everything as object,
): Promise<{ reply: Reply; host: Host }> {
  const register = (server: Parameters<ConstructorParameters<typeof Host>[0]>[0]) => {
    server.registerTool('t', {}, () => inputRequired({ inputRequests: inputRequests as never }));
    server.registerPrompt('t', {}, () => asking('Go?'));
  };
  const host = new Host(register, { attach: { tools: { t: { fallback } } } });
  return { reply: await host.tool('t', {}, { capabilities: {} }), host };
}

describe('fallback: what a client that cannot be asked gets', () => {
  it('true: a text that tells the model what to ask, and how to go on', async () => {
    const { reply, host } = await fallBack(true);
    expect(reply.status).toBe(200);
    expect(reply.result).toMatchObject({ isError: true });
    expect(reply.text.split('\n')).toEqual([
      'Nothing was done: "t" must ask a person first, and this client cannot show the question.',
      'It would ask: Which one?',
      '- size "Size" (required): one of S, M, default "M"',
      '- plan (optional): one of a (Plan A)',
      '- days (optional): any of mo (Monday)',
      '- tags (optional): any of x, y',
      '- count (optional): integer from 1 to 9',
      '- least (optional): number from 0 to any',
      '- most (optional): number from any to 5',
      '- mail (optional): email',
      '- sure (optional): boolean, default false',
      'It would send the person to an address: Sign here',
      'The tool needs a client that lets it sample a model.',
      'The tool needs a client that shares its roots.',
      `Do not answer in the person's place. Tell them that "t" needs a client that declares elicitation.form and elicitation.url and sampling and roots.`,
    ]);
    expect(host.events).toEqual([{ type: 'fell_back', method: 'tools/call', target: 't' }]);
  });

  it('a text, a result, a function of the asks', async () => {
    expect((await fallBack('Call us.')).reply.result).toMatchObject({ isError: true, content: [{ text: 'Call us.' }] });
    const own: CallToolResult = { content: [{ type: 'text', text: 'own' }], structuredContent: { a: 1 } };
    expect((await fallBack(own)).reply.result).toMatchObject(own);
    const given: Ask[][] = [];
    const made = await fallBack((asks) => {
      given.push([...asks]);
      return `${asks.length} questions`;
    });
    expect(made.reply.text).toBe('4 questions');
    expect(given[0]?.map(({ key, kind }) => `${key} ${kind}`)).toEqual([
      'form form',
      'visit url',
      'model sampling',
      'where roots',
    ]);
    expect((await fallBack(() => own)).reply.result).toMatchObject(own);
  });

  it('is for clients that cannot, and for tools: others are asked or refused', async () => {
    const { host } = await fallBack(true, { q: confirm('Go?') });
    expect((await host.tool('t', {})).state).toBeTypeOf('string');
    expect((await host.prompt('t', {}, { capabilities: {} })).error).toMatchObject({ code: -32_021 });
    expect((await host.prompt('t', {})).state).toBeTypeOf('string');
  });

  it('is nothing for a prompt, which has no error result to give', async () => {
    const attach = { prompts: { t: { fallback: 'Call us.' } as object } };
    const host = new Host((server) => void server.registerPrompt('t', {}, () => asking('Go?')), { attach });
    expect((await host.prompt('t', {}, { capabilities: {} })).error).toMatchObject({ code: -32_021 });
  });

  it('F38 counts for a round of which one ask is supported', async () => {
    const { host } = await fallBack(true, { form: confirm('Go?'), visit: everything.visit });
    const reply = await host.tool('t', {});
    expect(reply.text).toContain('elicitation.url');
    expect(reply.state).toBeUndefined();
  });

  it('does not show what is refused anyway', async () => {
    const { reply } = await fallBack(true, { q: { method: 'tools/call' } });
    expect(reply.error).toMatchObject({ data: { reason: 'ask_invalid' } });
  });
});
