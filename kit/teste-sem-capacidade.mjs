import { ProtocolError } from '@modelcontextprotocol/client';
import { conectar, parar } from './cliente.mjs';
import { createServer } from './servidor.mjs';

const NOME = 'reservar_vaga';
const ARGUMENTOS = { turma_id: 'html-01', email: 'aluno@exemplo.com' };

process.on('uncaughtException', parar);

// #region recusa
const cliente = await conectar(createServer, {});
try {
  await cliente.callTool({ name: NOME, arguments: ARGUMENTOS });
  console.log('aceito: o servidor não perguntou nada');
} catch (error) {
  if (!(error instanceof ProtocolError) || error.code !== -32021) throw error;
  console.log(`recusado: ${error.code} ${error.message.slice(0, 110)}`);
  process.exitCode = 1;
}
// #endregion
