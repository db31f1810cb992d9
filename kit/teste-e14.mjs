import { conectar } from './cliente.mjs';
// #region ferramenta
import { createServer } from './exercicio-e14.mjs';

const NOME = 'apagar_nota';
const ARGUMENTOS = { id: 'n-1' };
// #endregion

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
// #endregion

// #region cliente
const cliente = await conectar(createServer, sabePerguntar);
cliente.setRequestHandler('elicitation/create', ({ params }) => {
  console.log(`[cliente] pergunta ao usuário: ${params.message} → ${resposta}`);
  return resposta === 'sim' ? { action: 'accept', content: { confirmar: true } } : { action: 'decline' };
});

const resultado = await cliente.callTool(chamada);
const [parte] = resultado.content;
const isError = resultado.isError === true;
console.log(`resultado: ${parte?.type === 'text' ? parte.text : ''} · isError=${isError}`);
process.exitCode = isError ? 1 : 0;
// #endregion
