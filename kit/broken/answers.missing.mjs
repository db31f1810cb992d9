import { fail } from 'vuelta';
import { reserva } from './base/reserva.mjs';
import { envolver } from './base/romper.mjs';

export { contract } from './base/reserva.mjs';

// Termina la llamada si falta la respuesta, en vez de volver a preguntar.
export const createServer = reserva({
  antesDeGuardar: (server) =>
    envolver(server, 'tools/call', (siguiente, peticion, ctx) => {
      const { requestState, inputResponses = {} } = ctx.mcpReq;
      const falta = requestState() !== undefined && Object.keys(inputResponses).length === 0;
      return falta ? fail('Falta la respuesta.') : siguiente(peticion, ctx);
    }),
});
