import { malLeido } from './base/peticion.mjs';
import { reserva } from './base/reserva.mjs';

export { contract } from './base/reserva.mjs';

// Olvida el no a la confirmación y la vuelve a preguntar igual.
export const openTarget = () =>
  malLeido(reserva(), (respuestas) => {
    if (respuestas['confirmar']?.action === 'decline') delete respuestas['confirmar'];
  });
