import { alContestar } from './base/efectos.mjs';

export { contract } from './base/reserva.mjs';

// Reserva en cuanto ve un «acepto», y después mira lo que trae: vuelve a preguntar cuando ya está hecho.
export const createServer = alContestar(({ action, content }) => action === 'accept' && content === undefined);
