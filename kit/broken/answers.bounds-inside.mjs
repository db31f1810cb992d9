import { aceptado, malLeido } from './base/peticion.mjs';
import { reserva } from './base/reserva.mjs';

export { contract } from './base/reserva.mjs';

// El formulario deja poner hasta 10 asistentes, y el servidor menos de 10.
export const openTarget = () =>
  malLeido(reserva(), (respuestas) => {
    const { asistentes = 1 } = aceptado(respuestas['datos']) ?? {};
    if (asistentes === 10) delete respuestas['datos'];
  });
