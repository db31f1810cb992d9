import { malLeido } from './base/peticion.mjs';
import { reserva } from './base/reserva.mjs';

export { contract } from './base/reserva.mjs';

// Si la respuesta no trae contenido, lee los campos de la propia respuesta.
export const openTarget = () =>
  malLeido(reserva(), (respuestas) => {
    const { action, content, ...campos } = respuestas['datos'] ?? {};
    if (action === 'accept' && content === undefined) respuestas['datos'] = { action, content: campos };
  });
