import { MCPServer, MCPTool } from 'mcp-framework';
import { z } from 'zod';
import { acoes, CANCELADA, contarReservas, pergunta, recusa, reservar } from '../turmas.mjs';

// mcp-framework: a class for each tool, whose execute awaits this.elicit while the call stays open.
const fields = { confirmar: { type: 'boolean', title: 'Confirmar' } };

const server = new MCPServer({ name: 'turmas', version: '1.0.0', transport: { type: 'stdio' } });

for (const { tool, description, vagas } of acoes) {
  server.addTool(
    class extends MCPTool {
      name = tool;
      description = description;
      schema = z.object({ turma_id: z.string().describe('Id da turma'), email: z.string().describe('E-mail') });

      async execute({ turma_id, email }) {
        const motivo = recusa(turma_id, vagas);
        if (motivo !== undefined) throw new Error(motivo);
        const answer = await this.elicit(pergunta(email, vagas), fields);
        if (answer.action !== 'accept' || answer.content?.confirmar !== true) throw new Error(CANCELADA);
        return reservar(email, vagas);
      }
    },
  );
}

server.addTool(
  class extends MCPTool {
    name = 'ver_reservas';
    description = 'Quantas reservas há';
    annotations = { readOnlyHint: true };
    schema = z.object({});

    async execute() {
      return Number(contarReservas());
    }
  },
);

await server.start();
