import { createTool } from '@mastra/core/tools';
import { MCPServer } from '@mastra/mcp';
import * as z from 'zod';
import { acoes, contarReservas, pergunta, recusa, reservar } from '../turmas.mjs';

// Mastra 2.0: a tool that needs a person suspends with a payload and runs again with resumeData. The server makes the form
// from resumeSchema, signs the state, and answers decline and cancel itself.
const asking = acoes.map(({ tool, description, vagas }) =>
  createTool({
    id: tool,
    description,
    inputSchema: z.object({ turma_id: z.string(), email: z.string() }),
    suspendSchema: z.object({ message: z.string() }),
    resumeSchema: z.object({ confirmar: z.boolean() }),
    execute: async ({ turma_id, email }, context) => {
      const motivo = recusa(turma_id, vagas);
      if (motivo !== undefined) return motivo;
      if (context.resumeData === undefined) {
        await context.suspend({ message: pergunta(email, vagas) });
        return undefined;
      }
      if (!context.resumeData.confirmar) return 'reserva cancelada pelo usuário';
      return reservar(email, vagas);
    },
  }),
);

const ver_reservas = createTool({
  id: 'ver_reservas',
  description: 'Quantas reservas há',
  inputSchema: z.object({}),
  mcp: { annotations: { readOnlyHint: true } },
  execute: async () => contarReservas(),
});

const tools = Object.fromEntries([...asking, ver_reservas].map((tool) => [tool.id, tool]));
const server = new MCPServer({ id: 'turmas', name: 'turmas', version: '1.0.0', tools });
await server.startStdio();
