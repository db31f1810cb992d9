import { malLeido } from './base/peticion.mjs';
import { reserva } from './base/reserva.mjs';

export { contract } from './base/reserva.mjs';

// Mira el contenido antes que la acción: un no con contenido no le vale.
export const openTarget = () =>
  malLeido(reserva(), (respuestas) => {
    const { datos } = respuestas;
    if (datos?.action !== 'accept' && datos?.content !== undefined) delete respuestas['datos'];
  });
