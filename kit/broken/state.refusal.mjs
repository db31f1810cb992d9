import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { envolver } from './base/romper.mjs';
import { rechazar, sellado } from './base/sellado.mjs';

export { contract } from './base/sellado.mjs';

const rechazo = rechazar().content[0]?.text;

// Contesta a un estado que no vale con un error interno.
export const createServer = sellado({
  antes: (server) =>
    envolver(server, 'tools/call', async (siguiente, peticion, ctx) => {
      const resultado = await siguiente(peticion, ctx);
      if (resultado.content?.[0]?.text !== rechazo) return resultado;
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error');
    }),
});
