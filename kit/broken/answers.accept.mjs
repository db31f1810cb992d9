import { aceptado, malLeido } from './base/peticion.mjs';
import { reserva } from './base/reserva.mjs';

export { contract } from './base/reserva.mjs';

// Olvida los datos de la primera vuelta y los vuelve a preguntar igual.
export const openTarget = () =>
  malLeido(reserva(), (respuestas, { requestState }) => {
    if (aceptado(respuestas['datos']) && vueltaDe(requestState) === 1) delete respuestas['datos'];
  });

/** @param {unknown} estado */
function vueltaDe(estado) {
  const cuerpo = Buffer.from(String(estado).split('.')[1] ?? '', 'base64url').toString();
  return Number(/"round":(\d+)/.exec(cuerpo)?.[1]);
}
