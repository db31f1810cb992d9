import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { reserva } from './base/reserva.mjs';
import { envolver } from './base/romper.mjs';

export { contract } from './base/reserva.mjs';

const CLAVES = new Set(['datos', 'confirmar']);

// Rechaza la petición entera si trae una respuesta de más.
export const createServer = reserva({
  antesDeGuardar: (server) =>
    envolver(server, 'tools/call', (siguiente, peticion, ctx) => {
      const claves = Object.keys(ctx.mcpReq.inputResponses ?? {});
      const sobra = claves.some((clave) => !CLAVES.has(clave));
      if (sobra) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Sobra una respuesta');
      return siguiente(peticion, ctx);
    }),
});
