import { randomBytes } from 'node:crypto';
import {
  acceptedContent,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  McpServer,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';
import { acoes, CANCELADA, contarReservas, pergunta, recusa, reservar } from '../turmas.mjs';

// The SDK's guide «input_required»: read the answer with acceptedContent, return inputRequired while it is missing, and
// protect requestState with createRequestStateCodec, whose verify runs before every handler.
const codec = createRequestStateCodec({ key: randomBytes(32), ttlSeconds: 600 });
const Confirma = z.object({ confirmar: z.boolean().meta({ title: 'Confirmar' }) });
const Pedido = z.object({ turma_id: z.string(), email: z.string() });

const text = (value, isError = false) => ({ content: [{ type: 'text', text: value }], isError });

function createServer() {
  const server = new McpServer(
    { name: 'turmas', version: '1.0.0' },
    { requestState: { verify: (state, ctx) => codec.verify(state, ctx) } },
  );
  for (const { tool, description, vagas } of acoes) {
    server.registerTool(tool, { description, inputSchema: Pedido }, async ({ turma_id, email }, ctx) => {
      const motivo = recusa(turma_id, vagas);
      if (motivo !== undefined) return text(motivo, true);
      const answer = inputResponse(ctx.mcpReq.inputResponses, 'confirmar');
      if (answer.kind === 'elicit' && answer.action !== 'accept') return text(CANCELADA, true);
      const confirmed = acceptedContent(ctx.mcpReq.inputResponses, 'confirmar', Confirma);
      if (confirmed?.confirmar === false) return text(CANCELADA, true);
      if (confirmed === undefined) {
        const ask = inputRequired.elicit({ message: pergunta(email, vagas), requestedSchema: Confirma });
        const requestState = await codec.mint({ step: 'confirmar', turma_id, email });
        return inputRequired({ inputRequests: { confirmar: ask }, requestState });
      }
      return text(reservar(email, vagas));
    });
  }
  const leitura = {
    description: 'Quantas reservas há',
    inputSchema: z.object({}),
    annotations: { readOnlyHint: true },
  };
  server.registerTool('ver_reservas', leitura, () => text(contarReservas()));
  return server;
}

serveStdio(createServer);
