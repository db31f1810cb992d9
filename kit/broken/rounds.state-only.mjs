import { espera } from './base/espera.mjs';

export { contract } from './base/espera.mjs';

// Al volver de la vuelta que no pregunta nada, no quiere ver `inputResponses`, ni siquiera vacío.
export const createServer = espera({
  alVolver: (ctx) => {
    if (ctx.mcpReq.inputResponses !== undefined) throw new Error('nadie ha preguntado nada');
  },
});
