import { acceptedContent, inputRequired, inputResponse, McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { servir } from './servir.mjs';

// La reserva de la lección solo con el SDK: sin guardia y sin estado. Sirve para ver qué le encuentra el contrato.

/** @type {Map<string, { titulo: string, vagas: number }>} */
const turmas = new Map([['html-01', { titulo: 'HTML semântico para agentes', vagas: 3 }]]);

const Pedido = z.object({
  turma_id: z.string().describe('Id da turma, por exemplo html-01'),
  email: z.email({ pattern: z.regexes.html5Email }).describe('E-mail de quem ocupa a vaga'),
});

const Confirma = z.object({ confirmar: z.boolean() });

/** @param {string} texto */
const decir = (texto) => ({ content: [{ type: /** @type {const} */ ('text'), text: texto }] });

/** @param {string} texto */
const fallar = (texto) => ({ ...decir(texto), isError: true });

// #region reservar
/** @param {McpServer} server */
function registrarReserva(server) {
  const config = { description: 'Reserva 1 vaga em uma turma, com a confirmação da pessoa', inputSchema: Pedido };
  server.registerTool('reservar_vaga', config, async ({ turma_id, email }, ctx) => {
    const turma = turmas.get(turma_id);
    if (turma === undefined) return fallar(`turma ${turma_id} não existe`);
    if (turma.vagas === 0) return fallar(`turma ${turma_id} sem vagas`);

    const respostas = ctx.mcpReq.inputResponses;
    const resposta = inputResponse(respostas, 'confirmar');
    const recusou = resposta.kind === 'elicit' && resposta.action !== 'accept';
    const aceito = acceptedContent(respostas, 'confirmar', Confirma);
    if (recusou || aceito?.confirmar === false) return fallar('reserva cancelada pelo usuário');
    if (aceito === undefined) {
      const message = `Reservar 1 vaga em "${turma.titulo}" para ${email}?`;
      const requestedSchema = {
        type: /** @type {const} */ ('object'),
        properties: { confirmar: { type: /** @type {const} */ ('boolean') } },
        required: ['confirmar'],
      };
      return inputRequired({ inputRequests: { confirmar: inputRequired.elicit({ message, requestedSchema }) } });
    }

    turma.vagas -= 1;
    return decir(`reservado: ${turma_id} para ${email} (restam ${turma.vagas})`);
  });
}
// #endregion

/** @param {McpServer} server */
function registrarVista(server) {
  const config = { description: 'Quantas vagas estão ocupadas', annotations: { readOnlyHint: true } };
  server.registerTool('ver_reservas', config, async () => {
    const { vagas = 0 } = turmas.get('html-01') ?? {};
    return decir(String(3 - vagas));
  });
}

export function createServer() {
  const server = new McpServer({ name: 'turmas', version: '1.0.0' });
  registrarReserva(server);
  registrarVista(server);
  return server;
}

/** @type {Partial<import('vuelta/contract').ContractConfig>} */
export const contract = {
  cases: [
    {
      tool: 'reservar_vaga',
      args: { turma_id: 'html-01', email: 'aluno@exemplo.com' },
      otherArgs: { turma_id: 'html-01', email: 'outra@exemplo.com' },
      answers: { confirmar: { action: 'accept', content: { confirmar: true } } },
      probe: { tool: 'ver_reservas' },
    },
  ],
};

await servir(createServer, import.meta.url);
