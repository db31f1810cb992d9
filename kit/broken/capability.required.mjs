import { reserva } from './base/reserva.mjs';
import { alterar } from './base/romper.mjs';

export { contract } from './base/reserva.mjs';

// Dice lo que falta en una lista, y no en un objeto.
export const openTarget = () =>
  alterar(reserva(), (mensaje) => {
    if (mensaje.error?.code === -32021) mensaje.error.data = { requiredCapabilities: ['elicitation.form'] };
    return mensaje;
  });
