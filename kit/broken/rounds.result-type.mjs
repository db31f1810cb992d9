import { alterar } from './base/romper.mjs';
import { reserva } from './base/reserva.mjs';

export { contract } from './base/reserva.mjs';

// Pregunta con otra palabra en `resultType`.
export const openTarget = () =>
  alterar(reserva(), (mensaje) => {
    if (mensaje.result?.resultType === 'input_required') mensaje.result.resultType = 'inputRequired';
    return mensaje;
  });
