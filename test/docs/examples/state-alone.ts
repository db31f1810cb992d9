// #region server
import { inputRequired, McpServer } from '@modelcontextprotocol/server';
import { createStateCodec } from 'vuelta/state';
import * as z from 'zod';

const state = createStateCodec<{ step: number }>({ keys: process.env['VUELTA_KEYS'], audience: 'wizard' });

export function createServer(): McpServer {
  const server = new McpServer({ name: 'wizard', version: '1.0.0' }, { requestState: { verify: state.verify } });
  server.registerTool('go', {}, async (ctx) => {
    const { step } = ctx.mcpReq.requestState<{ step: number }>() ?? { step: 0 };
    if (step === 2) return { content: [{ type: 'text', text: 'done' }] };
    const ask = inputRequired.elicit({ message: `Step ${step + 1}?`, requestedSchema: z.object({ ok: z.boolean() }) });
    const requestState = await state.seal({ step: step + 1 }, ctx);
    return inputRequired({ inputRequests: { ok: ask }, requestState });
  });
  return server;
}
// #endregion
