// #region server
import { McpServer } from '@modelcontextprotocol/server';
import { createVuelta, fail, text } from 'vuelta';
import * as z from 'zod';

const places: string[] = []; // stands for your database
const vuelta = createVuelta({ keys: process.env['VUELTA_KEYS'] }); // one per process, outside the factory

export function createServer(): McpServer {
  const server = new McpServer({ name: 'classes', version: '1.0.0' });
  const rounds = vuelta.attach(server); // before the first tool

  rounds.tool('book', { inputSchema: z.object({ email: z.email() }) }, async ({ email }, ask) => {
    const { confirmed } = await ask.confirm('confirm', `Book 1 place for ${email}?`);
    if (!confirmed) return fail('Nothing was booked.');
    const number = await ask.once('book', () => places.push(email)); // the handler runs again; this does not
    return text(`booked place ${number} for ${email}`);
  });
  return server;
}
// #endregion

// #region stdio
import { serveStdio } from '@modelcontextprotocol/server/stdio';

export function main(): void {
  serveStdio(createServer, { onerror: console.error }); // without onerror the SDK keeps errors of the factory to itself
}
// #endregion
