import { text } from 'vuelta';
import { noReservado, reserva, reservarBien } from './base/reserva.mjs';

export { contract } from './base/reserva.mjs';

// Contesta a quien acepta sin marcar la casilla lo mismo que a quien la marca.
export const createServer = reserva({
  reservar: (args, ask, mundo) =>
    reservarBien(args, ask, mundo, ({ action }, reservada) =>
      action === 'accept' ? text(`Reserva 0: ${reservada}`) : noReservado(),
    ),
});
