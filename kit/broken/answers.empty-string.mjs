import { aceptado, malLeido } from './base/peticion.mjs';
import { reserva } from './base/reserva.mjs';

export { contract } from './base/reserva.mjs';

// Toma un nombre vacío por un nombre.
export const openTarget = () =>
  malLeido(reserva(), (respuestas) => {
    const datos = aceptado(respuestas['datos']);
    if (datos?.['nombre'] === '') datos['nombre'] = 'Anónimo';
  });
