import { McpServer } from '@modelcontextprotocol/server';
import { createVuelta, fail, text } from 'vuelta';
import * as z from 'zod';

const vuelta = createVuelta({ keys: process.env['VUELTA_KEYS'] });
const Path = z.object({ path: z.string() });

export const removed: string[] = [];
const remove = (path: string): void => void removed.push(path);

export function before(): McpServer {
  const server = new McpServer({ name: 'files', version: '1.0.0' });
  // #region before
  server.registerTool('delete', { inputSchema: Path }, async ({ path }) => {
    remove(path);
    return text(`deleted: ${path}`);
  });
  // #endregion
  return server;
}

export function after(): McpServer {
  const server = new McpServer({ name: 'files', version: '1.0.0' });
  // #region after
  const rounds = vuelta.attach(server);

  rounds.tool('delete', { inputSchema: Path }, async ({ path }, ask) => {
    const { confirmed } = await ask.confirm('confirm', `Delete ${path}?`);
    if (!confirmed) return fail('Nothing was deleted.');
    await ask.once('delete', () => remove(path));
    return text(`deleted: ${path}`);
  });
  // #endregion
  return server;
}
