import { conectar, parar, textoDe } from './cliente.mjs';
// #region ferramenta
import { createServer, notas } from './exercicio-e14.mjs';

const NOME = 'apagar_nota';
const ARGUMENTOS = { id: 'n-1' };
const dados = () => JSON.stringify([...notas]);
// #endregion

process.on('uncaughtException', parar);
const resposta = process.argv[2];
if (resposta !== 'sim' && resposta !== 'nao') {
  console.error('uso: sim | nao');
  process.exit(2);
}
const antes = dados();
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

// #region dados
const depois = dados();
console.log(`dados: ${antes} → ${depois}`);
if (resposta === 'nao' && depois !== antes) parar('os dados mudaram depois de um não');
if (resposta === 'sim' && depois === antes) parar('os dados não mudaram depois do sim');
// #endregion
