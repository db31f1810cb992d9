import { text } from 'vuelta';
import { servir } from '../servir.mjs';
import { reserva } from './base/reserva.mjs';
import { contratoDe, reservarSinDatos } from './base/servida.mjs';

export const contract = contratoDe(import.meta.url);
export const createServer = reserva({ reservar: reservarSinDatos });

// Por stdio reserva sin preguntar: «ahí el usuario está delante».
const porStdio = reserva({
  reservar({ sala, dia }, _ask, mundo) {
    return text(`Reserva ${mundo.reservas.push(sala)}: ${sala}, ${dia}`);
  },
});

await servir(porStdio, import.meta.url);
