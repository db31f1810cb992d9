import { text } from 'vuelta';
import { noReservado, reserva, reservarBien } from './base/reserva.mjs';

export { contract } from './base/reserva.mjs';

// Contesta a quien rechaza la confirmación lo mismo que a quien la da.
export const createServer = reserva({
  reservar: (args, ask, mundo) =>
    reservarBien(args, ask, mundo, ({ action }, reservada) =>
      action === 'decline' ? text(`Reserva 0: ${reservada}`) : noReservado(),
    ),
});
