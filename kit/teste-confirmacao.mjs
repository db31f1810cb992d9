import { conectar, parar, textoDe } from './cliente.mjs';
// #region ferramenta
import { createServer } from './servidor.mjs';

const NOME = 'reservar_vaga';
const ARGUMENTOS = { turma_id: 'html-01', email: 'aluno@exemplo.com' };
// #endregion

process.on('uncaughtException', parar);
const resposta = process.argv[2];
if (resposta !== 'sim' && resposta !== 'nao') {
  console.error('uso: sim | nao');
  process.exit(2);
}
const chamada = { name: NOME, arguments: ARGUMENTOS };
const sabePerguntar = { elicitation: { form: {} } };

// #region volta
const cru = await conectar(createServer, sabePerguntar);
const volta = await cru.callTool(chamada, { allowInputRequired: true });
const pedidos = Object.keys(Object(volta['inputRequests']));
console.log(`1ª volta: resultType=${String(volta['resultType'])} · pede: ${pedidos.join(', ')}`);
if (volta['resultType'] !== 'input_required') parar(`a 1ª volta não perguntou nada · ${textoDe(volta)}`);
if (volta['requestState'] === undefined) parar('a pergunta saiu sem estado selado: falta vuelta.attach(server)');
// #endregion

// #region cliente
const cliente = await conectar(createServer, sabePerguntar);
cliente.setRequestHandler('elicitation/create', ({ params }) => {
  console.log(`[cliente] pergunta ao usuário: ${params.message} → ${resposta}`);
  return resposta === 'sim' ? { action: 'accept', content: { confirmar: true } } : { action: 'decline' };
});

const resultado = await cliente.callTool(chamada);
const isError = resultado.isError === true;
console.log(`resultado: ${textoDe(resultado)} · isError=${isError}`);
process.exitCode = isError ? 1 : 0;
// #endregion
