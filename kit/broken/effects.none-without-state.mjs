import { alLlamar } from './base/efectos.mjs';

export { contract } from './base/reserva.mjs';

// Hace caso a las respuestas de una primera llamada, aunque después pregunte.
export const createServer = alLlamar(({ estado, respuestas }) => !estado && respuestas !== undefined);
