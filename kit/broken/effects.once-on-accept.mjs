import { reserva, reservarBien } from './base/reserva.mjs';

export { contract } from './base/reserva.mjs';

// Reserva dos veces con un solo «sí».
export const createServer = reserva({
  reservar: async (args, ask, mundo) => {
    const resultado = await reservarBien(args, ask, mundo);
    if (resultado.isError !== true) await ask.once('otra vez', () => mundo.reservas.push('de más'));
    return resultado;
  },
});
