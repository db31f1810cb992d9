import { reserva } from './base/reserva.mjs';
import { alterar } from './base/romper.mjs';

export { contract } from './base/reserva.mjs';

// A quien no declara nada le da un estado que no es un texto.
export const openTarget = () =>
  alterar(reserva(), (mensaje) =>
    mensaje.error?.code === -32021
      ? { ...mensaje, error: undefined, result: { resultType: 'input_required', requestState: { paso: 1 } } }
      : mensaje,
  );
