import { aceptado } from './base/peticion.mjs';
import { reserva } from './base/reserva.mjs';
import { alterar } from './base/romper.mjs';

export { contract } from './base/reserva.mjs';

// Repite en la pregunta siguiente lo que venía de más en la respuesta.
export const openTarget = () =>
  alterar(reserva(), (mensaje, { params }) => {
    const { vuelta_extra: extra } = aceptado(params?.inputResponses?.datos) ?? {};
    const pregunta = mensaje.result?.inputRequests?.confirmar?.params;
    if (extra !== undefined && pregunta !== undefined) pregunta.message += ` (${JSON.stringify(extra)})`;
    return mensaje;
  });
