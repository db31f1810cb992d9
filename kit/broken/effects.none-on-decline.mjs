import { alContestar } from './base/efectos.mjs';

export { contract } from './base/reserva.mjs';

// Reserva aunque la persona diga que no.
export const createServer = alContestar(({ action }) => action === 'decline');
