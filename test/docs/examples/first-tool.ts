// #region server
import { McpServer } from '@modelcontextprotocol/server';
import { createVuelta, fail, text } from 'vuelta';
import * as z from 'zod';

const vuelta = createVuelta({ keys: process.env['VUELTA_KEYS'] });

export function createServer(): McpServer {
  const server = new McpServer({ name: 'classes', version: '1.0.0' });
  const rounds = vuelta.attach(server); // before the first tool

  rounds.tool('book', { inputSchema: z.object({ email: z.email() }) }, async ({ email }, ask) => {
    const { confirmed } = await ask.confirm('confirm', `Book 1 place for ${email}?`);
    return confirmed ? text(`booked for ${email}`) : fail('Nothing was booked.');
  });
  return server;
}
// #endregion
