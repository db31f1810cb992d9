import { contract as sano, enlace } from './base/enlace.mjs';
import { envolver } from './base/romper.mjs';

// El consentimiento de visitar la dirección solo cuenta si trae contenido.
export const createServer = enlace({
  antesDeGuardar: (server) =>
    envolver(server, 'tools/call', (siguiente, peticion, ctx) => {
      const { firma, ...otras } = ctx.mcpReq.inputResponses ?? {};
      const vacio = firma?.action === 'accept' && firma.content === undefined;
      return siguiente(peticion, vacio ? { ...ctx, mcpReq: { ...ctx.mcpReq, inputResponses: otras } } : ctx);
    }),
});

const [caso] = /** @type {any} */ (sano).cases;
const firma = { action: 'accept', content: { hecho: true } };

export const contract = { ...sano, cases: [{ ...caso, answers: { ...caso.answers, firma } }] };
