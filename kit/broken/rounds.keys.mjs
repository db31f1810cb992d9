import { contract as sano, reserva } from './base/reserva.mjs';
import { envolver } from './base/romper.mjs';

// La segunda pregunta va bajo una clave vacía.
export const createServer = reserva({
  antesDeGuardar: (server) =>
    envolver(server, 'tools/call', async (siguiente, peticion, ctx) => {
      const respuestas = { ...ctx.mcpReq.inputResponses };
      if (Object.hasOwn(respuestas, '')) respuestas['confirmar'] = respuestas[''];
      const inputResponses = ctx.mcpReq.inputResponses && respuestas;
      const resultado = await siguiente(peticion, { ...ctx, mcpReq: { ...ctx.mcpReq, inputResponses } });
      const { confirmar, ...preguntas } = resultado.inputRequests ?? {};
      return confirmar ? { ...resultado, inputRequests: { ...preguntas, '': confirmar } } : resultado;
    }),
});

const [caso] = /** @type {any} */ (sano).cases;
const { datos, confirmar } = caso.answers;

export const contract = { ...sano, cases: [{ ...caso, answers: { datos, '': confirmar } }] };
