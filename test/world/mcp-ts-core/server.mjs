import { createApp, tool, z } from '@cyanheads/mcp-ts-core';
import { invalidRequest } from '@cyanheads/mcp-ts-core/errors';
import { acoes, CANCELADA, contarReservas, pergunta, recusa, reservar } from '../turmas.mjs';

// mcp-ts-core: `ctx.elicit`, there only when the client declares that it can ask; its content is checked by the author.
const Confirma = z.object({ confirmar: z.boolean().describe('Confirmar') });
const output = z.object({ mensagem: z.string().describe('O que aconteceu') });
const format = ({ mensagem }) => [{ type: 'text', text: mensagem }];

const asking = acoes.map(({ tool: name, description, vagas }) =>
  tool(name, {
    description,
    input: z.object({ turma_id: z.string().describe('Id da turma'), email: z.string().describe('E-mail') }),
    output,
    format,
    handler: async ({ turma_id, email }, ctx) => {
      const motivo = recusa(turma_id, vagas);
      if (motivo !== undefined) throw invalidRequest(motivo);
      if (ctx.elicit === undefined) throw invalidRequest('este cliente não pode perguntar');
      const answer = await ctx.elicit(pergunta(email, vagas), Confirma);
      if (answer.action !== 'accept' || !Confirma.parse(answer.content).confirmar) throw invalidRequest(CANCELADA);
      return { mensagem: reservar(email, vagas) };
    },
  }),
);

const verReservas = tool('ver_reservas', {
  description: 'Quantas reservas há',
  annotations: { readOnlyHint: true },
  input: z.object({}),
  output,
  format,
  handler: () => ({ mensagem: contarReservas() }),
});

await createApp({ name: 'turmas', version: '1.0.0', tools: [...asking, verReservas] });
