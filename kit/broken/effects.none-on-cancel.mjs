import { alContestar } from './base/efectos.mjs';

export { contract } from './base/reserva.mjs';

// Reserva aunque la persona cierre la pregunta.
export const createServer = alContestar(({ action }) => action === 'cancel');
