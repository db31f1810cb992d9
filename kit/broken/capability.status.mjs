import { reserva } from './base/reserva.mjs';
import { alterar } from './base/romper.mjs';

export { contract } from './base/reserva.mjs';

// Rechaza con el código que toca, en un HTTP 200.
export const openTarget = () =>
  alterar(
    reserva(),
    (mensaje) => mensaje,
    (estado, mensaje) => (mensaje.error?.code === -32021 ? 200 : estado),
  );
