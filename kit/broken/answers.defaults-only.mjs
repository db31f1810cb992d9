import { aceptado, malLeido } from './base/peticion.mjs';
import { reserva } from './base/reserva.mjs';

export { contract } from './base/reserva.mjs';

// Exige el correo, que el formulario no exige.
export const openTarget = () =>
  malLeido(reserva(), (respuestas) => {
    const datos = aceptado(respuestas['datos']);
    if (datos !== undefined && datos['email'] === undefined) delete respuestas['datos'];
  });
