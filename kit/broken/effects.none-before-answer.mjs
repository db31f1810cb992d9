import { reserva, reservarBien } from './base/reserva.mjs';

export { contract } from './base/reserva.mjs';

// Reserva antes de preguntar, y el «sí» ya no cambia nada.
export const createServer = reserva({
  reservar: (args, ask, mundo) => {
    if (ask.round === 1) mundo.reservas.push('por confirmar');
    return reservarBien(args, ask, { reservas: [] });
  },
});
