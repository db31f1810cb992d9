import { McpServer } from '@modelcontextprotocol/server';
import { acceptedContent, createVuelta, fail, inputRequired, inputResponse, text } from 'vuelta';
import * as z from 'zod';
import { claves } from './claves.mjs';
import { servir } from './servir.mjs';

// #region memoria
/** @type {Map<string, { titulo: string, vagas: number, reservas: string[] }>} */
const turmas = new Map([['html-01', { titulo: 'HTML semântico para agentes', vagas: 3, reservas: [] }]]);
// #endregion

const vuelta = createVuelta({ keys: claves });

const Pedido = z.object({
  turma_id: z.string().describe('Id da turma, por exemplo html-01'),
  email: z.email({ pattern: z.regexes.html5Email }).describe('E-mail de quem ocupa a vaga'),
});

// #region reservar
const Confirma = z.object({ confirmar: z.boolean() });

/** @param {McpServer} server */
function registrarReserva(server) {
  const config = { description: 'Reserva 1 vaga em uma turma, com a confirmação da pessoa', inputSchema: Pedido };
  server.registerTool('reservar_vaga', config, ({ turma_id, email }, ctx) => {
    const turma = turmas.get(turma_id);
    if (turma === undefined) return fail(`turma ${turma_id} não existe`);
    if (turma.vagas === 0) return fail(`turma ${turma_id} sem vagas`);

    const respostas = ctx.mcpReq.inputResponses;
    const resposta = inputResponse(respostas, 'confirmar');
    const recusou = resposta.kind === 'elicit' && resposta.action !== 'accept';
    const aceito = acceptedContent(respostas, 'confirmar', Confirma);
    if (recusou || aceito?.confirmar === false) return fail('reserva cancelada pelo usuário');
    if (aceito === undefined) {
      const message = `Reservar 1 vaga em "${turma.titulo}" para ${email}?`;
      return inputRequired({
        inputRequests: { confirmar: inputRequired.elicit({ message, requestedSchema: Confirma }) },
      });
    }

    turma.vagas -= 1;
    turma.reservas.push(email);
    return text(`reservado: ${turma_id} para ${email} (restam ${turma.vagas})`);
  });
}
// #endregion

// #region cancelar
const Motivo = z.object({ motivo: z.string().min(3).max(200).meta({ title: 'Motivo' }) });

/** @param {import('vuelta').Rounds} rounds */
function registrarCancelamento(rounds) {
  const config = { description: 'Cancela uma reserva: pede o motivo e depois a confirmação', inputSchema: Pedido };
  rounds.tool('cancelar_reserva', config, async ({ turma_id, email }, ask) => {
    const turma = turmas.get(turma_id);
    if (turma === undefined) return fail(`turma ${turma_id} não existe`);
    const reservada = await ask.memo('reservada', () => turma.reservas.includes(email));
    if (!reservada) return fail(`${email} não tem reserva em ${turma_id}`);

    const resposta = await ask.form('motivo', { message: `Por que cancelar a vaga de ${email}?`, schema: Motivo });
    if (resposta.action !== 'accept') return fail('cancelamento interrompido');
    const { motivo } = resposta.content;
    const { confirmed } = await ask.confirm('confirmar', `Cancelar a vaga de ${email}? Motivo: ${motivo}`);
    if (!confirmed) return fail('reserva mantida');

    const restam = await ask.once('cancelar', () => liberar(turma, email));
    return text(`cancelada: ${turma_id} para ${email} (restam ${restam})`);
  });
}
// #endregion

/**
 * @param {{ vagas: number, reservas: string[] }} turma
 * @param {string} email
 */
function liberar(turma, email) {
  const lugar = turma.reservas.indexOf(email);
  if (lugar !== -1) {
    turma.reservas.splice(lugar, 1);
    turma.vagas += 1;
  }
  return turma.vagas;
}

// #region vagas
/** @param {McpServer} server */
function registrarVagas(server) {
  const config = {
    description: 'Quantas vagas restam em uma turma',
    inputSchema: Pedido.pick({ turma_id: true }),
    annotations: { readOnlyHint: true },
  };
  server.registerTool('ver_vagas', config, ({ turma_id }) => {
    const turma = turmas.get(turma_id);
    return turma === undefined ? fail(`turma ${turma_id} não existe`) : text(String(turma.vagas));
  });
}
// #endregion

// #region servidor
export function createServer() {
  const server = new McpServer({ name: 'turmas', version: '1.0.0' });
  const rounds = vuelta.attach(server);
  registrarReserva(server);
  registrarCancelamento(rounds);
  registrarVagas(server);
  return server;
}

await servir(createServer, import.meta.url);
// #endregion
