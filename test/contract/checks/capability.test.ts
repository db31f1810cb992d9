import type { FetchLike } from '@modelcontextprotocol/client';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import type { OpenedServer } from '../../../src/contract/case/opened-server.js';
import { checkServer } from '../../../src/contract/check-server.js';
import { createVuelta, fail, text } from '../../../src/index.js';

const vuelta = createVuelta({ keys: 'k1:ZmFrZS1rZXktZm9yLXRoZS1icm9rZW4ta2l0LW9ubHktMTIz' });

function createServer(): McpServer {
  const server = new McpServer({ name: 'desk', version: '1.0.0' });
  vuelta.attach(server).tool('close', {}, async (_args, ask) => {
    const { confirmed } = await ask.confirm('confirm', 'Close ticket 7?');
    return confirmed ? text('closed') : fail('open');
  });
  return server;
}

/** The server, with these `data` in every refusal. */
function refusingWith(data: unknown): OpenedServer {
  const handler = createMcpHandler(createServer);
  const fetch: FetchLike = async (url, init) => {
    const response = await handler.fetch(new Request(url, init));
    const message = (await response.json()) as { error?: { code: number; data?: unknown } };
    if (message.error?.code === -32_021) message.error.data = data;
    return Response.json(message, { status: response.status });
  };
  return { target: new URL('http://localhost/mcp'), connect: { fetch }, close: () => handler.close() };
}

async function judge(id: string, open: () => OpenedServer): Promise<string> {
  const report = await checkServer({ open, cases: [{ tool: 'close' }], only: [id] });
  return report.results.map(({ status }) => status).join();
}

describe('capability.required', () => {
  it.each([
    [{ elicitation: { form: {} } }, 'pass'],
    [{ elicitation: {} }, 'pass'],
    [{ elicitation: { form: {} }, sampling: {} }, 'fail'],
    [{ elicitation: { form: {}, url: {} } }, 'fail'],
    [{ sampling: {} }, 'fail'],
    [{}, 'fail'],
    [['elicitation'], 'fail'],
    ['elicitation', 'fail'],
    [undefined, 'fail'],
  ])('F37 %j: %s', async (requiredCapabilities, status) => {
    expect(await judge('capability.required', () => refusingWith({ requiredCapabilities }))).toBe(status);
  });

  it('F37 no data at all fails', async () => {
    expect(await judge('capability.required', () => refusingWith(undefined))).toBe('fail');
  });
});

describe('the sweep', () => {
  it('a result in place of the answer is as good as a refusal', async () => {
    const withFallback = (): McpServer => {
      const server = new McpServer({ name: 'desk', version: '1.0.0' });
      const config = { fallback: 'Ask the person yourself.' };
      vuelta.attach(server).tool('close', config, async (_args, ask) => {
        const { confirmed } = await ask.confirm('confirm', 'Close ticket 7?');
        return confirmed ? text('closed') : fail('open');
      });
      return server;
    };
    const open = (): OpenedServer => ({ target: withFallback });
    const report = await checkServer({ open, cases: [{ tool: 'close' }], only: ['capability'] });
    const byId = Object.fromEntries(report.results.map(({ id, status }) => [id, status]));
    expect(byId).toEqual({
      'capability.undeclared': 'pass',
      'capability.bare-form': 'pass',
      'capability.enough': 'pass',
      'capability.code': 'pass',
      'capability.required': 'not-applicable',
      'capability.status': 'not-applicable',
    });
  });

  it('over stdio there is no status to judge', async () => {
    const script = 'kit/servidor.mjs';
    const args = { turma_id: 'html-01', email: 'a@b.co' };
    const open = (): OpenedServer => ({ target: { command: process.execPath, args: [script] } });
    const cases = [{ tool: 'reservar_vaga', args }];
    const report = await checkServer({ open, cases, only: ['capability.required', 'capability.status'] });
    expect(report.results.map(({ status }) => status)).toEqual(['pass', 'not-applicable']);
  });
});
