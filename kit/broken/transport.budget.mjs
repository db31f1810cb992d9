import { contract as deReserva, reserva } from './base/reserva.mjs';
import { envolver } from './base/romper.mjs';

export const contract = { ...deReserva, roundTimeoutMs: 1_000 };

// Espera el resto de los argumentos que le parecen demasiado largos, y no llega nunca.
export const createServer = reserva({
  antesDeGuardar: (server) =>
    envolver(server, 'tools/call', (siguiente, peticion, ctx) =>
      JSON.stringify(peticion.params.arguments ?? {}).length > 100_000
        ? new Promise(() => {})
        : siguiente(peticion, ctx),
    ),
});
