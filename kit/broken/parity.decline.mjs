import { fail } from 'vuelta';
import { Datos, reserva, reservarBien } from './base/reserva.mjs';

export { contract } from './base/reserva.mjs';

const deAhora = reserva();
const deAntes = reserva({
  async reservar(args, ask, mundo) {
    const { sala, dia } = args;
    const datos = await ask.form('datos', { message: `Datos para reservar ${sala} el ${dia}`, schema: Datos });
    if (datos.action !== 'accept') return fail('Falta la capacidad de preguntar: hable con soporte.');
    return reservarBien(args, ask, mundo);
  },
});

// En 2025-11-25 toma un «no» por un fallo del cliente.
/** @type {import('@modelcontextprotocol/server').McpServerFactory} */
export const createServer = ({ era }) => (era === 'legacy' ? deAntes() : deAhora());
