import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it } from 'vitest';
import { REVISIONS, openHost, type Host, type Person } from './host.js';
import { KIT } from './process.js';

const TICKET = { ticketId: 'T-1042' };
const REQUIRED = { priority: 'p2', area: 'login' };

interface Shown {
  readonly status: string;
  readonly escalations: readonly Record<string, unknown>[];
}

let host: Host | undefined;
afterEach(() => host?.close());

describe.each(REVISIONS)('support-desk over stdio, %s', (revision) => {
  const escalate = async (person?: Person, args: Record<string, unknown> = TICKET) => {
    host = await openHost(revision, 'mesa-de-ayuda.mjs', person);
    return host.call('escalate_ticket', args);
  };
  const ticket = async () => JSON.parse((await host?.call('show_ticket', TICKET))?.text ?? '') as Shown;

  it('F06 asks for a short form: titled priorities, areas, bounds, and no identity', async () => {
    await escalate(() => ({ action: 'cancel' }));
    const { properties, required } = host?.asked[0]?.requestedSchema ?? {};
    expect(Object.keys(properties ?? {})).toEqual(['priority', 'area', 'affectedCustomers', 'customerEmail', 'outage']);
    expect(required).toEqual(['priority', 'area']);
    expect(properties).toMatchObject({
      priority: {
        type: 'string',
        oneOf: [
          { const: 'p1', title: 'P1 Service down' },
          { const: 'p2', title: 'P2 Major feature broken' },
          { const: 'p3', title: 'P3 Minor issue' },
        ],
      },
      area: { type: 'string', enum: ['billing', 'login', 'api', 'mobile-app'] },
      affectedCustomers: { type: 'integer', minimum: 1, maximum: 10_000, default: 1 },
      customerEmail: { type: 'string', format: 'email' },
      outage: { type: 'boolean', default: false },
    });
  });

  it('case 1, F04: accept with defaults only, affectedCustomers is 1; created once', async () => {
    const { text, isError } = await escalate(() => ({ action: 'accept', content: REQUIRED }));
    expect(text).toMatch(/^Escalated T-1042 as p2 in login\. Reference ESC-\d+\.$/);
    expect(isError).toBe(false);
    const { status, escalations } = await ticket();
    expect(status).toBe('escalated');
    expect(escalations).toEqual([
      {
        ...REQUIRED,
        affectedCustomers: 1,
        outage: false,
        reference: /ESC-\d+/.exec(text)?.[0],
        agent: 'local',
        givenBy: 'agent',
      },
    ]);
  });

  it('case 2, F11: a mistyped e-mail is rejected by the server and asked again with the reason', async () => {
    const { text } = await escalate((_question, turn) => ({
      action: 'accept',
      content: { ...REQUIRED, customerEmail: turn === 1 ? 'ana@@example' : 'ana@example.com' },
    }));
    expect(text).toMatch(/^Escalated T-1042/);
    expect(host?.asked.map(({ message }) => message)).toEqual([
      'Escalate T-1042: what is going on?',
      expect.stringMatching(/^Escalate T-1042: what is going on\?\n\n⚠ Customer email: must be /),
    ]);
    expect(host?.asked[1]?.message).not.toContain('ana@@example');
    expect((await ticket()).escalations).toMatchObject([{ customerEmail: 'ana@example.com' }]);
  });

  it('cases 3 and 4, F25: decline and cancel have two texts, are no errors and write nothing', async () => {
    const declined = await escalate(() => ({ action: 'decline' }));
    expect(declined).toEqual({
      text: 'The agent chose not to escalate T-1042. The ticket is unchanged.',
      isError: false,
    });
    expect(await ticket()).toMatchObject({ status: 'open', escalations: [] });
    await host?.close();
    const cancelled = await escalate(() => ({ action: 'cancel' }));
    expect(cancelled).toEqual({
      text: 'The form for T-1042 was closed without an answer. Nothing was written.',
      isError: false,
    });
    expect(await ticket()).toMatchObject({ status: 'open', escalations: [] });
    expect(host?.asked).toHaveLength(1);
  });

  it('case 5: a client without elicitation gets a text for the model, which can then retry with what it was told', async () => {
    const refused = await escalate();
    expect(refused.isError).toBe(true);
    expect(refused.text.split('\n')).toEqual([
      'T-1042 is unchanged: this client cannot show the agent a form.',
      'Ask the agent in the conversation, and do not choose for them:',
      '- priority (required): p1 (P1 Service down), p2 (P2 Major feature broken), p3 (P3 Minor issue)',
      '- area (required): billing, login, api, mobile-app',
      '- affectedCustomers (1 if they do not know): a whole number from 1 to 10000',
      '- customerEmail (optional): an e-mail address',
      '- outage (false if they do not say): true or false',
      'Then call escalate_ticket again with ticketId "T-1042" and what the agent said under "answers".',
    ]);
    expect((await ticket()).status).toBe('open');

    const wrong = await host?.call('escalate_ticket', { ...TICKET, answers: { priority: 'p9' } });
    expect(wrong?.isError).toBe(true);
    const retried = await host?.call('escalate_ticket', { ...TICKET, answers: REQUIRED });
    expect(retried?.text).toMatch(/^Escalated T-1042 as p2 in login\. Reference ESC-\d+\.$/);
    expect((await ticket()).escalations).toMatchObject([{ affectedCustomers: 1, givenBy: 'model' }]);
  });

  it('a client that can show forms asks the agent, whatever the model put into "answers"', async () => {
    const args = { ...TICKET, answers: { priority: 'p1', area: 'api' } };
    const { text } = await escalate(() => ({ action: 'accept', content: REQUIRED }), args);
    expect(text).toMatch(/^Escalated T-1042 as p2 in login/);
    expect((await ticket()).escalations).toMatchObject([{ ...REQUIRED, givenBy: 'agent' }]);
  });

  it('F11 three invalid answers end the call with an isError text, not an exception', async () => {
    const ended = await escalate(() => ({ action: 'accept', content: { priority: 'p2', area: 'kitchen' } }));
    expect(ended).toEqual({
      text: 'T-1042 is unchanged: three answers in a row did not fit the form. Ask what is wrong.',
      isError: true,
    });
    expect(host?.asked).toHaveLength(3);
    expect(host?.asked.filter(({ message }) => message.includes('⚠ Area: must be one of'))).toHaveLength(2);
    expect((await ticket()).status).toBe('open');
  });

  it('the same question is never asked twice: once answered, it is settled', async () => {
    await escalate(() => ({ action: 'accept', content: REQUIRED }));
    const questions = host?.asked.map(({ message }) => message) ?? [];
    expect(questions).toEqual(['Escalate T-1042: what is going on?']);
    expect((await ticket()).escalations).toHaveLength(1);
  });
});

describe('identity', () => {
  it.each([
    [{ sub: 'agent-7' }, 'agent-7'],
    [{}, 'desk-app'],
  ])('comes from authorization: %j escalates as %s', async (extra, agent) => {
    const { createServer } = (await import(`${KIT}mesa-de-ayuda.mjs`)) as { createServer: McpServerFactory };
    const handler = createMcpHandler(createServer);
    const authInfo = { token: 'opaque', clientId: 'desk-app', scopes: [], extra };
    const client = new Client(
      { name: 'desk', version: '1.0.0' },
      {
        capabilities: { elicitation: { form: {} } },
        versionNegotiation: { mode: { pin: '2026-07-28' } },
      },
    );
    const content = { ...REQUIRED, agent: 'mallory' };
    client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content }));
    await client.connect(
      new StreamableHTTPClientTransport(new URL('http://desk.invalid/mcp'), {
        fetch: (url, init) => handler.fetch(new Request(url, init), { authInfo }),
      }),
    );
    const ticketId = `T-${agent}`;
    await client.callTool({ name: 'escalate_ticket', arguments: { ticketId } });
    const shown = await client.callTool({ name: 'show_ticket', arguments: { ticketId } });
    const [part] = shown.content;
    const { escalations } = JSON.parse(part?.type === 'text' ? part.text : '') as Shown;
    expect(escalations).toMatchObject([{ agent }]);
    expect(JSON.stringify(escalations)).not.toContain('mallory');
    await client.close();
  });
});
