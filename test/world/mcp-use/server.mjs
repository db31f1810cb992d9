import { acceptedContent, inputRequired, inputResponse, MCPServer } from 'mcp-use';
import * as z from 'zod';
import { acoes, CANCELADA, contarReservas, pergunta, recusa, reservar } from '../turmas.mjs';

// mcp-use 2.5 re-exports the SDK's helpers and hands each round's answers to the callback as ctx.inputResponses.
const Confirma = z.object({ confirmar: z.boolean().meta({ title: 'Confirmar' }) });
const inputSchema = z.object({ turma_id: z.string(), email: z.string() });

const text = (value, isError = false) => ({ content: [{ type: 'text', text: value }], isError });

const server = new MCPServer({ name: 'turmas', version: '1.0.0', logging: { enabled: false } });

for (const { tool, description, vagas } of acoes) {
  server.tool({ name: tool, description, inputSchema }, async ({ turma_id, email }, ctx) => {
    const motivo = recusa(turma_id, vagas);
    if (motivo !== undefined) return text(motivo, true);
    const answer = inputResponse(ctx.inputResponses, 'confirmar');
    if (answer.kind === 'elicit' && answer.action !== 'accept') return text(CANCELADA, true);
    const confirmed = acceptedContent(ctx.inputResponses, 'confirmar', Confirma);
    if (confirmed?.confirmar === false) return text(CANCELADA, true);
    if (confirmed === undefined) {
      const ask = inputRequired.elicit({ message: pergunta(email, vagas), requestedSchema: Confirma });
      return inputRequired({ inputRequests: { confirmar: ask } });
    }
    return text(reservar(email, vagas));
  });
}
const leitura = { name: 'ver_reservas', description: 'Quantas reservas há', annotations: { readOnlyHint: true } };
server.tool({ ...leitura, inputSchema: z.object({}) }, async () => text(contarReservas()));

await server.listen(Number(process.env.PORT));
