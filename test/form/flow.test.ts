import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpHandler, inputRequired, inputResponse, McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { checkContent, lintForm, toForm, type FormSchema } from '../../src/form/index.js';

const Escalation = z.object({
  priority: z.union([
    z.literal('p1').meta({ title: 'P1 Service down' }),
    z.literal('p2').meta({ title: 'P2 Major feature broken' }),
    z.literal('p3').meta({ title: 'P3 Minor issue' }),
  ]),
  area: z.enum(['billing', 'login', 'api', 'mobile-app']),
  affectedCustomers: z.int().min(1).max(10_000).default(1),
  customerEmail: z.email().optional(),
  outage: z.boolean().default(false),
});

const form = toForm(Escalation);

function createServer(): McpServer {
  const server = new McpServer({ name: 'support-desk', version: '1.0.0' });
  server.registerTool('escalate_ticket', { inputSchema: z.object({ ticketId: z.string() }) }, async (_, context) => {
    const answer = inputResponse(context.mcpReq.inputResponses, 'escalation');
    if (answer.kind === 'elicit' && answer.action === 'accept') {
      const outcome = await form.validate(answer.content);
      return { content: [{ type: 'text', text: JSON.stringify(outcome) }] };
    }
    const escalation = inputRequired.elicit({ message: 'Escalate?', requestedSchema: form.wire });
    return inputRequired({ inputRequests: { escalation } });
  });
  return server;
}

async function escalate(
  answer: Record<string, string | number | boolean>,
): Promise<{ asked: FormSchema; outcome: unknown }> {
  const handler = createMcpHandler(createServer);
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  const asked: FormSchema[] = [];
  client.setRequestHandler('elicitation/create', (request) => {
    if ('requestedSchema' in request.params) asked.push(request.params.requestedSchema);
    return { action: 'accept', content: answer };
  });
  const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
    fetch: (url, init) => handler.fetch(new Request(url, init)),
  });
  await client.connect(transport);
  try {
    const result = await client.callTool({ name: 'escalate_ticket', arguments: { ticketId: 'T-1' } });
    const [first] = result.content;
    return { asked: asked[0] as FormSchema, outcome: first?.type === 'text' ? JSON.parse(first.text) : undefined };
  } finally {
    await client.close();
    await handler.close();
  }
}

describe('a form between a real client and a real server', () => {
  const defaults = { affectedCustomers: 1, outage: false };

  it('arrives as it was made, and its answer is checked', async () => {
    const { asked, outcome } = await escalate({ priority: 'p1', area: 'login' });
    expect(asked).toEqual(form.wire);
    expect(lintForm(asked)).toEqual([]);
    const content = { priority: 'p1', area: 'login', ...defaults };
    expect(outcome).toEqual({ ok: true, content, wire: content });
  });

  it('has the mistyped email of a client that does not check refused by the server', async () => {
    const answer = { priority: 'p1', area: 'login', customerEmail: 'aluno@exemplo' };
    const message = 'must be an email address, like name@example.com';
    expect(checkContent(form.wire, answer)).toEqual({ ok: false, issues: [{ path: 'customerEmail', message }] });
    expect((await escalate(answer)).outcome).toEqual({ ok: false, issues: [{ path: 'customerEmail', message }] });
  });
});
