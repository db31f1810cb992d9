import { ZodJsonSchemaAdapter } from '@tmcp/adapter-zod';
import { StdioTransport } from '@tmcp/transport-stdio';
import { McpServer } from 'tmcp';
import { tool as reply } from 'tmcp/utils';
import * as z from 'zod';
import { acoes, CANCELADA, contarReservas, pergunta, recusa, reservar } from '../turmas.mjs';

// tmcp: await server.elicitation in a tool marked replayable; on 2026-07-28 the handler starts again from the top.
const server = new McpServer(
  { name: 'turmas', version: '1.0.0', description: 'Reservas de turmas' },
  { adapter: new ZodJsonSchemaAdapter(), capabilities: { tools: {} } },
);

const Confirma = z.object({ confirmar: z.boolean().meta({ title: 'Confirmar' }) });
const Pedido = z.object({ turma_id: z.string(), email: z.string() });

for (const { tool, description, vagas } of acoes) {
  server.tool({ name: tool, description, schema: Pedido, replayable: true }, async ({ turma_id, email }) => {
    const motivo = recusa(turma_id, vagas);
    if (motivo !== undefined) return reply.error(motivo);
    const answer = await server.elicitation(pergunta(email, vagas), Confirma, { key: 'confirmar' });
    if (answer.action !== 'accept' || answer.content?.confirmar !== true) return reply.error(CANCELADA);
    return reply.text(reservar(email, vagas));
  });
}
const annotations = { readOnlyHint: true };
server.tool({ name: 'ver_reservas', description: 'Quantas reservas há', annotations }, () =>
  reply.text(contarReservas()),
);

new StdioTransport(server).listen();
