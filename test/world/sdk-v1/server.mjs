import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import * as z from 'zod';
import { acoes, CANCELADA, contarReservas, pergunta, recusa, reservar } from '../turmas.mjs';

// The SDK's documented pattern on 2025-11-25: await server.server.elicitInput, the call stays open meanwhile.
const requestedSchema = {
  type: 'object',
  properties: { confirmar: { type: 'boolean', title: 'Confirmar' } },
  required: ['confirmar'],
};

const text = (value, isError = false) => ({ content: [{ type: 'text', text: value }], isError });

const server = new McpServer({ name: 'turmas', version: '1.0.0' });
const inputSchema = { turma_id: z.string(), email: z.string() };

for (const { tool, description, vagas } of acoes) {
  server.registerTool(tool, { description, inputSchema }, async ({ turma_id, email }) => {
    const motivo = recusa(turma_id, vagas);
    if (motivo !== undefined) return text(motivo, true);
    const answer = await server.server.elicitInput({ message: pergunta(email, vagas), requestedSchema });
    if (answer.action !== 'accept' || answer.content?.confirmar !== true) return text(CANCELADA, true);
    return text(reservar(email, vagas));
  });
}
const leitura = { description: 'Quantas reservas há', inputSchema: {}, annotations: { readOnlyHint: true } };
server.registerTool('ver_reservas', leitura, async () => text(contarReservas()));

await server.connect(new StdioServerTransport());
