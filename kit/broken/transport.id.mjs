import { alterar } from './base/romper.mjs';
import { reserva } from './base/reserva.mjs';

export { contract } from './base/reserva.mjs';

// Al dar una lista convierte el id en texto: el 7 de la petición vuelve como "7".
export const openTarget = () =>
  alterar(reserva(), (mensaje, peticion) =>
    peticion.method.endsWith('/list') ? { ...mensaje, id: String(mensaje.id) } : mensaje,
  );
