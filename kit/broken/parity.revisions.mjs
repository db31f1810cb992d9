import { fail, text } from 'vuelta';
import { Datos, reserva, reservarBien } from './base/reserva.mjs';

export { contract } from './base/reserva.mjs';

/** @type {NonNullable<import('./base/reserva.mjs').Cambios['reservar']>} */
const reservarComoAntes = async ({ sala, dia }, ask, mundo) => {
  const datos = await ask.form('datos', { message: `Datos para reservar ${sala} el ${dia}`, schema: Datos });
  if (datos.action !== 'accept') return fail('No se ha reservado nada.');
  const { nombre, turno } = datos.content;
  const { confirmed } = await ask.confirm('confirmar', 'Va a reservar una sala. ¿La reserva?');
  if (!confirmed) return fail('Reserva no confirmada.');
  const numero = await ask.once('reservar', () => mundo.reservas.push(nombre));
  return text(`Reserva ${numero}: ${sala}, ${dia}, ${turno}`);
};

const deAhora = reserva({ reservar: reservarBien });
const deAntes = reserva({ reservar: reservarComoAntes });

// En 2025-11-25 la confirmación no dice qué sala, ni qué día, ni para quién.
/** @type {import('@modelcontextprotocol/server').McpServerFactory} */
export const createServer = ({ era }) => (era === 'legacy' ? deAntes() : deAhora());
