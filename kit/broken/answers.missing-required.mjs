import { aceptado, malLeido } from './base/peticion.mjs';
import { reserva } from './base/reserva.mjs';

export { contract } from './base/reserva.mjs';

// Sigue sin el nombre, que el formulario exige.
export const openTarget = () =>
  malLeido(reserva(), (respuestas) => {
    const datos = aceptado(respuestas['datos']);
    if (datos !== undefined && datos['nombre'] === undefined) datos['nombre'] = 'Anónimo';
  });
