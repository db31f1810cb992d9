import { aceptado, malLeido } from './base/peticion.mjs';
import { reserva } from './base/reserva.mjs';

export { contract } from './base/reserva.mjs';

// Si llega la confirmación sin los datos, da por buenos los de otra vez.
export const openTarget = () =>
  malLeido(reserva(), (respuestas) => {
    if (!aceptado(respuestas['confirmar'])?.['confirmar'] || respuestas['datos'] !== undefined) return;
    respuestas['datos'] = { action: 'accept', content: { nombre: 'Luis Gil', turno: 'mañana' } };
  });
