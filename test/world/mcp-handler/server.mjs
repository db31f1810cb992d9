import { acceptedContent, inputRequired, inputResponse } from '@modelcontextprotocol/server';
import { createMcpHandler } from 'mcp-handler';
import * as z from 'zod';
import { serve } from '../serve.mjs';
import { acoes, CANCELADA, contarReservas, pergunta, recusa, reservar } from '../turmas.mjs';

// mcp-handler hands the SDK's server to a callback: the way to ask is the SDK's own, with no state between the rounds.
const Confirma = z.object({ confirmar: z.boolean().meta({ title: 'Confirmar' }) });
const inputSchema = z.object({ turma_id: z.string(), email: z.string() });

const text = (value, isError = false) => ({ content: [{ type: 'text', text: value }], isError });

const handler = createMcpHandler(
  (server) => {
    for (const { tool, description, vagas } of acoes) {
      server.registerTool(tool, { description, inputSchema }, async ({ turma_id, email }, ctx) => {
        const motivo = recusa(turma_id, vagas);
        if (motivo !== undefined) return text(motivo, true);
        const answer = inputResponse(ctx.mcpReq.inputResponses, 'confirmar');
        if (answer.kind === 'elicit' && answer.action !== 'accept') return text(CANCELADA, true);
        const confirmed = acceptedContent(ctx.mcpReq.inputResponses, 'confirmar', Confirma);
        if (confirmed?.confirmar === false) return text(CANCELADA, true);
        if (confirmed === undefined) {
          const ask = inputRequired.elicit({ message: pergunta(email, vagas), requestedSchema: Confirma });
          return inputRequired({ inputRequests: { confirmar: ask } });
        }
        return text(reservar(email, vagas));
      });
    }
    const leitura = { description: 'Quantas reservas há', annotations: { readOnlyHint: true } };
    server.registerTool('ver_reservas', { ...leitura, inputSchema: z.object({}) }, async () => text(contarReservas()));
  },
  { serverInfo: { name: 'turmas', version: '1.0.0' } },
);

serve(handler);
