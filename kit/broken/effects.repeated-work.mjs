import { alLlamar } from './base/efectos.mjs';

export { contract } from './base/reserva.mjs';

// Cada vez que tiene que volver a preguntar hace otra reserva.
export const createServer = alLlamar(({ estado, respuestas }) => estado && Object.keys(respuestas ?? {}).length === 0);
