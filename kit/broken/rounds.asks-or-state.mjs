import { reserva } from './base/reserva.mjs';
import { alterar } from './base/romper.mjs';

export { contract } from './base/reserva.mjs';

// A quien no declara nada le contesta `input_required` sin preguntas y sin estado.
export const openTarget = () =>
  alterar(reserva(), (mensaje) =>
    mensaje.error?.code === -32021
      ? { ...mensaje, error: undefined, result: { resultType: 'input_required' } }
      : mensaje,
  );
