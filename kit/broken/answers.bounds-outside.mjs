import { aceptado, malLeido } from './base/peticion.mjs';
import { reserva } from './base/reserva.mjs';

export { contract } from './base/reserva.mjs';

// Acepta más asistentes de los que caben.
export const openTarget = () =>
  malLeido(reserva(), (respuestas) => {
    const datos = aceptado(respuestas['datos']);
    if (typeof datos?.['asistentes'] === 'number') datos['asistentes'] = Math.min(datos['asistentes'], 10);
  });
