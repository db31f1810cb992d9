import { aceptado, malLeido } from './base/peticion.mjs';
import { reserva } from './base/reserva.mjs';

export { contract } from './base/reserva.mjs';

// Convierte los textos en números.
export const openTarget = () =>
  malLeido(reserva(), (respuestas) => {
    const datos = aceptado(respuestas['datos']);
    if (typeof datos?.['asistentes'] === 'string') datos['asistentes'] = Number(datos['asistentes']);
  });
