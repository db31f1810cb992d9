import type { McpServer, ServerNotifier } from '@modelcontextprotocol/server';
import { fail, text, type Rounds } from 'vuelta';
import * as z from 'zod';

/** What the diagnostic tools have changed so far; every request gets a server of its own, so it is kept outside. */
export interface Lists {
  tools: number;
  prompts: number;
}

/** The tools that `server-stateless` asks for by name. */
export function registerDiagnostics(server: McpServer, rounds: Rounds, lists: Lists, notify: ServerNotifier): void {
  rounds.tool('test_missing_capability', { description: 'Needs sampling' }, async (_, ask) => {
    const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: 'Say hello' } }];
    const { role } = await ask.sample('hello', { messages, maxTokens: 10 });
    return text(role);
  });
  rounds.tool('test_streaming_elicitation', { description: 'Asks in the middle of a call' }, async (_, ask) => {
    const schema = z.object({ ok: z.boolean() });
    const answer = await ask.form('confirm', { message: 'Please confirm', schema });
    return answer.action === 'accept' ? text('confirmed') : fail('Not confirmed.');
  });
  server.registerTool('test_logging_tool', { description: 'Logs while it runs' }, async (ctx) => {
    await ctx.mcpReq.log('info', 'the tool runs');
    return text('logged');
  });
  registerChanges(server, lists, notify);
}

function registerChanges(server: McpServer, lists: Lists, notify: ServerNotifier): void {
  server.registerTool('test_trigger_tool_change', { description: 'Adds a tool' }, () => {
    lists.tools += 1;
    notify.toolsChanged();
    return text('a tool was added');
  });
  server.registerTool('test_trigger_prompt_change', { description: 'Adds a prompt' }, () => {
    lists.prompts += 1;
    notify.promptsChanged();
    return text('a prompt was added');
  });
  for (let i = 1; i <= lists.tools; i += 1) {
    server.registerTool(`added_tool_${i}`, { description: 'Added while the server ran' }, () => text('added'));
  }
  for (let i = 1; i <= lists.prompts; i += 1) {
    server.registerPrompt(`added_prompt_${i}`, { description: 'Added while the server ran' }, () => ({ messages: [] }));
  }
}
