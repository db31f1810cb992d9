import { accept } from 'vuelta/client';
import { defineContract } from 'vuelta/contract';

// El contrato de los tres servidores del kit que corren sin nada más: `npx vuelta check kit/servidor.mjs`, desde la raíz. Cada caso
// dice de qué servidor es, y las respuestas son las de quien dice que sí.

export default defineContract({
  cases: [
    {
      server: 'turmas',
      tool: 'reservar_vaga',
      args: { turma_id: 'html-01', email: 'aluno@exemplo.com' },
      otherArgs: { turma_id: 'html-01', email: 'outro@exemplo.com' },
      answers: { confirmar: accept({ confirmar: true }) },
      probe: { tool: 'ver_vagas', args: ({ turma_id }) => ({ turma_id }) },
    },
    {
      server: 'turmas',
      tool: 'cancelar_reserva',
      args: { turma_id: 'html-01', email: 'aluno@exemplo.com' },
      otherArgs: { turma_id: 'html-01', email: 'outro@exemplo.com' },
      // Solo se puede cancelar lo que está reservado.
      before: async (host, { turma_id }) => {
        const answers = { confirmar: accept({ confirmar: true }) };
        for (const email of ['aluno@exemplo.com', 'outro@exemplo.com'])
          await host.call('reservar_vaga', { turma_id, email }, { answers });
      },
      answers: { motivo: accept({ motivo: 'viagem' }), confirmar: accept({ confirmar: true }) },
      probe: { tool: 'ver_vagas', args: ({ turma_id }) => ({ turma_id }) },
    },
    {
      server: 'buscador-videos',
      tool: 'search-videos',
      args: { query: 'MCP' },
      answers: { preferencias: accept({ language: 'english', number_of_videos: 3 }) },
    },
    {
      server: 'support-desk',
      tool: 'escalate_ticket',
      args: (fresh) => ({ ticketId: `T-${fresh}` }), // las escalaciones quedan en memoria: cada comprobación, con su ticket
      otherArgs: { ticketId: 'T-otro' },
      answers: {
        details: accept({ priority: 'p2', area: 'billing', affectedCustomers: 12, customerEmail: 'ana@example.com' }),
      },
      probe: {
        tool: 'show_ticket',
        args: ({ ticketId }) => ({ ticketId }),
        read: (text) => JSON.parse(text).escalations,
      },
    },
  ],
});
