import { McpServer } from '@modelcontextprotocol/server';
import { createVuelta, fail, text } from 'vuelta';
import * as z from 'zod';

const vuelta = createVuelta({ keys: process.env['VUELTA_KEYS'] });

export function createServer(): McpServer {
  const server = new McpServer({ name: 'desk', version: '1.0.0' });
  const rounds = vuelta.attach(server);
  const Priority = z.object({ priority: z.enum(['p1', 'p2', 'p3']) });

  // #region tool
  rounds.tool('escalate', { inputSchema: z.object({ id: z.string() }), fallback: true }, async ({ id }, ask) => {
    const answer = await ask.form('priority', { message: `How urgent is ${id}?`, schema: Priority });
    return answer.action === 'accept' ? text(`${id}: ${answer.content.priority}`) : fail('Nothing was escalated.');
  });
  // #endregion

  // #region ask
  rounds.tool('sign', { inputSchema: z.object({ id: z.string() }) }, async ({ id }, ask) => {
    const { action } = await ask.url('sign', {
      message: `Sign contract ${id}`,
      url: `https://sign.example.com/${encodeURIComponent(id)}`,
      fallback: `Tell the person to open their mail: the contract ${id} waits there.`,
    });
    return action === 'accept' ? text('The person is on their way to the contract.') : fail('Not signed.');
  });
  // #endregion

  // #region supports
  rounds.tool('note', { inputSchema: z.object({ text: z.string() }) }, async (args, ask) => {
    if (!ask.supports('form')) return text(`noted without a tag: ${args.text}`);
    const tag = await ask.choose('tag', { message: 'Which tag?', options: ['work', 'home'] });
    return text(
      tag.action === 'accept' ? `noted as ${tag.content}: ${args.text}` : `noted without a tag: ${args.text}`,
    );
  });
  // #endregion

  // #region headless
  rounds.tool('archive', { inputSchema: z.object({ id: z.string() }) }, async ({ id }, ask) => {
    const { confirmed, action } = await ask.confirm('archive', `Archive ${id}?`);
    if (action === 'cancel')
      return fail(`Nobody answered, so ${id} was kept. Call this from a client with a person at it.`);
    return confirmed ? text(`archived: ${id}`) : fail(`Kept: ${id}`);
  });
  // #endregion
  return server;
}
