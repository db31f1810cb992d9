import { reserva } from './base/reserva.mjs';

export { contract } from './base/reserva.mjs';

// Pregunta mil veces a quien no contesta.
export const createServer = reserva({ opciones: { maxRounds: 1000 } });
