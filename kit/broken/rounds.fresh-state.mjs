import { lectura } from './base/lectura.mjs';
import { envolver } from './base/romper.mjs';

export { contract } from './base/lectura.mjs';

/** @type {Map<string, { hora: number, resultado: unknown }>} */
const primeras = new Map();

// Durante un minuto, la primera respuesta a una petición, con su estado, es también la de quien pida lo mismo después.
export const createServer = lectura({
  antesDeGuardar: (server) =>
    envolver(server, 'prompts/get', async (siguiente, peticion, ctx) => {
      const { requestState, inputResponses, envelope } = ctx.mcpReq;
      if (requestState() !== undefined || inputResponses !== undefined) return siguiente(peticion, ctx);
      const clave = JSON.stringify([peticion.params.arguments, envelope]);
      const guardada = primeras.get(clave);
      if (guardada && Date.now() - guardada.hora < 60_000) return structuredClone(guardada.resultado);
      const resultado = await siguiente(peticion, ctx);
      primeras.set(clave, { hora: Date.now(), resultado: structuredClone(resultado) });
      return resultado;
    }),
});
