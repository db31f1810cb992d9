import { malLeido } from './base/peticion.mjs';
import { reserva } from './base/reserva.mjs';

export { contract } from './base/reserva.mjs';

// Copia lo que llega a un objeto corriente, y con ello cambia su prototipo.
export const openTarget = () =>
  malLeido(reserva(), (respuestas) => {
    const heredado = Object.assign({}, respuestas).datos;
    if (heredado !== undefined) respuestas['datos'] = heredado;
  });
