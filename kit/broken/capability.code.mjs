import { reserva } from './base/reserva.mjs';
import { alterar } from './base/romper.mjs';

export { contract } from './base/reserva.mjs';

// Rechaza con otro código a quien no puede preguntar.
export const openTarget = () =>
  alterar(reserva(), (mensaje) => {
    if (mensaje.error?.code === -32021) mensaje.error.code = -32600;
    return mensaje;
  });
