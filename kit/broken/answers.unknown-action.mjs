import { malLeido } from './base/peticion.mjs';
import { reserva } from './base/reserva.mjs';

export { contract } from './base/reserva.mjs';

// Toma por un sí toda acción que no sea un no.
export const openTarget = () =>
  malLeido(reserva(), (respuestas) => {
    const { datos } = respuestas;
    if (datos?.action !== undefined && !['decline', 'cancel'].includes(datos.action)) datos.action = 'accept';
  });
