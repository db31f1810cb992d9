import { reserva } from './reserva.mjs';
import { envolver } from './romper.mjs';

/**
 * El servidor sano, salvo que antes de mirar nada reserva si la respuesta a `datos` es como dice `cuando`. Contesta lo que debe.
 *
 * @param {(respuesta: { action?: unknown, content?: unknown }) => boolean} cuando
 */
export function alContestar(cuando) {
  return alLlamar(({ estado, respuestas }) => estado && cuando(respuestas?.['datos'] ?? {}));
}

/**
 * El servidor sano, salvo que antes de mirar nada reserva si la petición es como dice `cuando`. Contesta lo que debe.
 *
 * @param {(peticion: { estado: boolean, respuestas: Record<string, any> | undefined }) => boolean} cuando
 */
export function alLlamar(cuando) {
  return reserva({
    antesDeGuardar: (server, { reservas }) =>
      envolver(server, 'tools/call', (siguiente, peticion, ctx) => {
        const { requestState, inputResponses: respuestas } = ctx.mcpReq;
        if (cuando({ estado: requestState() !== undefined, respuestas })) reservas.push('de más');
        return siguiente(peticion, ctx);
      }),
  });
}
