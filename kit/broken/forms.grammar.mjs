import { ficha } from './base/ficha.mjs';
import { alterar } from './base/romper.mjs';

export { contract } from './base/ficha.mjs';

// Un campo lleva una palabra que la gramática de los formularios no tiene.
export const openTarget = () =>
  alterar(ficha(), (mensaje) => {
    const campos = mensaje.result?.inputRequests?.ficha?.params.requestedSchema.properties;
    if (campos) campos.plazas.multipleOf = 1;
    return mensaje;
  });
