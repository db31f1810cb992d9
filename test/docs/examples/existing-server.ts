// #region server
import { McpServer } from '@modelcontextprotocol/server';
import { acceptedContent, createVuelta, fail, inputRequired, inputResponse, text } from 'vuelta';
import * as z from 'zod';

const vuelta = createVuelta({ keys: process.env['VUELTA_KEYS'] });
const Confirmation = z.object({ confirm: z.boolean() });

export function createServer(): McpServer {
  const server = new McpServer({ name: 'files', version: '1.0.0' });
  vuelta.attach(server); // the one line; everything below is plain SDK

  server.registerTool('delete', { inputSchema: z.object({ path: z.string() }) }, async ({ path }, ctx) => {
    const answers = ctx.mcpReq.inputResponses;
    if (inputResponse(answers, 'confirm').kind === 'missing') {
      const ask = inputRequired.elicit({ message: `Delete ${path}?`, requestedSchema: Confirmation });
      return inputRequired({ inputRequests: { confirm: ask } });
    }
    const confirmed = acceptedContent(answers, 'confirm', Confirmation)?.confirm === true;
    return confirmed ? text(`deleted: ${path}`) : fail('Nothing was deleted.');
  });
  return server;
}
// #endregion
