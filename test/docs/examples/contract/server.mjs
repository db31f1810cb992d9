// #region server
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { createVuelta, fail, text } from 'vuelta';

const bookings = []; // stands for your database
const vuelta = createVuelta({ keys: process.env.VUELTA_KEYS });
const inputSchema = fromJsonSchema({
  type: 'object',
  properties: { id: { type: 'string', maxLength: 40 } },
  required: ['id'],
});

export function createServer() {
  const server = new McpServer({ name: 'classes', version: '1.0.0' });
  const rounds = vuelta.attach(server);
  rounds.tool('book', { description: 'Books a place', inputSchema }, async ({ id }, ask) => {
    const { confirmed } = await ask.confirm('confirm', `Book a place in "${id}"?`);
    if (!confirmed) return fail('Nothing was booked.');
    await ask.once('book', () => bookings.push(id));
    return text(`booked: ${id}`);
  });
  const reading = { description: 'How many places are booked', annotations: { readOnlyHint: true } };
  server.registerTool('count_bookings', reading, () => text(String(bookings.length)));
  return server;
}
// #endregion
