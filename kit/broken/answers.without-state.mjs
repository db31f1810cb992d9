import { reserva } from './base/reserva.mjs';
import { envolver } from './base/romper.mjs';

export { contract } from './base/reserva.mjs';

// Acepta los datos en la primera llamada, sin haberlos preguntado.
export const createServer = reserva({
  politicas: { tools: { reservar: { unsolicited: 'accept' } } },
  antesDeGuardar: (server) =>
    envolver(server, 'tools/call', (siguiente, peticion, ctx) => {
      const { requestState, inputResponses } = ctx.mcpReq;
      if (requestState() !== undefined || inputResponses === undefined) return siguiente(peticion, ctx);
      const soloDatos = Object.entries(inputResponses).filter(([clave]) => clave === 'datos');
      const mcpReq = { ...ctx.mcpReq, inputResponses: Object.fromEntries(soloDatos) };
      return siguiente(peticion, { ...ctx, mcpReq });
    }),
});
