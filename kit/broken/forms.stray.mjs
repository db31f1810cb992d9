import { ficha } from './base/ficha.mjs';
import { alterar } from './base/romper.mjs';

export { contract } from './base/ficha.mjs';

// Envía lo que la biblioteca de esquemas pone alrededor del formulario.
export const openTarget = () =>
  alterar(ficha(), (mensaje) => {
    const esquema = mensaje.result?.inputRequests?.ficha?.params.requestedSchema;
    if (esquema) esquema.additionalProperties = false;
    return mensaje;
  });
