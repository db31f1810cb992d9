import { FastMCP, UserError } from 'fastmcp';
import * as z from 'zod';
import { acoes, CANCELADA, contarReservas, pergunta, recusa, reservar } from '../turmas.mjs';

// FastMCP: the `elicit` of the context, awaited while the call stays open.
const requestedSchema = { type: 'object', properties: { confirmar: { type: 'boolean' } }, required: ['confirmar'] };

const server = new FastMCP({ name: 'turmas', version: '1.0.0' });
const parameters = z.object({ turma_id: z.string(), email: z.string() });

for (const { tool, description, vagas } of acoes) {
  const execute = async ({ turma_id, email }, { elicit }) => {
    const motivo = recusa(turma_id, vagas);
    if (motivo !== undefined) throw new UserError(motivo);
    const answer = await elicit({ message: pergunta(email, vagas), requestedSchema });
    if (answer.action !== 'accept' || !answer.content?.confirmar) throw new UserError(CANCELADA);
    return reservar(email, vagas);
  };
  server.addTool({ name: tool, description, parameters, execute });
}
server.addTool({
  name: 'ver_reservas',
  description: 'Quantas reservas há',
  annotations: { readOnlyHint: true },
  execute: async () => contarReservas(),
});

await server.start({ transportType: 'stdio' });
