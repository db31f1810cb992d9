import { InMemoryClientRequestAdapter, InMemorySessionAdapter, McpServer, StreamableHttpTransport } from 'mcp-lite';
import * as z from 'zod';
import { serve } from '../serve.mjs';
import { acoes, CANCELADA, contarReservas, pergunta, recusa, reservar } from '../turmas.mjs';

// mcp-lite: `ctx.elicit`, with a session adapter and a client request adapter so that the call can wait for a person.
const Confirma = z.object({ confirmar: z.boolean() });
const inputSchema = z.object({ turma_id: z.string(), email: z.string() });

const text = (value, isError = false) => ({ content: [{ type: 'text', text: value }], isError });

// The documented adapter is z.toJSONSchema alone: with zod 4.6 its result has a `~standard` property, and mcp-lite 0.10 takes it
// for a schema that was not converted. Without the copy every ask ends in `-32603`.
const toJsonSchema = (schema) => JSON.parse(JSON.stringify(z.toJSONSchema(schema)));

const mcp = new McpServer({ name: 'turmas', version: '1.0.0', schemaAdapter: toJsonSchema });
for (const { tool, description, vagas } of acoes) {
  const handler = async ({ turma_id, email }, ctx) => {
    const motivo = recusa(turma_id, vagas);
    if (motivo !== undefined) return text(motivo, true);
    if (!ctx.client.supports('elicitation')) return text('este cliente não pode perguntar', true);
    const answer = await ctx.elicit({ message: pergunta(email, vagas), schema: Confirma });
    if (answer.action !== 'accept' || answer.content?.confirmar !== true) return text(CANCELADA, true);
    return text(reservar(email, vagas));
  };
  mcp.tool(tool, { description, inputSchema, handler });
}
mcp.tool('ver_reservas', { description: 'Quantas reservas há', handler: () => text(contarReservas()) });

const transport = new StreamableHttpTransport({
  sessionAdapter: new InMemorySessionAdapter({ maxEventBufferSize: 1024 }),
  clientRequestAdapter: new InMemoryClientRequestAdapter({ defaultTimeoutMs: 30_000 }),
});

serve(transport.bind(mcp));
