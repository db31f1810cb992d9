import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { createVuelta, fail, text } from 'vuelta';
import { ArgsSchema } from './flows.mjs';

const KEYS = [{ kid: 'bench', secret: new Uint8Array(32).fill(7) }];

/** A server whose one tool asks the questions of a flow, await style. `options` are those of `createVuelta`. */
export function vueltaFlow(rounds, options = {}) {
  const vuelta = createVuelta({ keys: KEYS, maxRounds: 64, ...options });
  return createMcpHandler(() => {
    const server = new McpServer({ name: 'bench', version: '1.0.0' });
    vuelta.attach(server).tool('book', { inputSchema: ArgsSchema }, async ({ id }, ask) => {
      let answered = 0;
      for (const questions of rounds) {
        const asks = questions.map(({ key, message, schema }) => ask.form(key, { message, schema }));
        const answers = await Promise.all(asks);
        if (answers.some(({ action }) => action !== 'accept')) return fail('nothing was booked');
        answered += answers.length;
      }
      return text(`booked: ${id} after ${answered} answers`);
    });
    return server;
  });
}

/** A guarded server whose one tool never asks. */
export function vueltaPlain() {
  const vuelta = createVuelta({ keys: KEYS });
  return createMcpHandler(() => {
    const server = new McpServer({ name: 'bench', version: '1.0.0' });
    vuelta.attach(server);
    server.registerTool('book', { inputSchema: ArgsSchema }, ({ id }) => text(`booked: ${id}`));
    return server;
  });
}
