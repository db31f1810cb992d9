import { enlace } from './base/enlace.mjs';
import { alterar } from './base/romper.mjs';

export { contract } from './base/enlace.mjs';

// No dice para qué hay que visitar la dirección.
export const openTarget = () =>
  alterar(enlace(), (mensaje) => {
    const params = mensaje.result?.inputRequests?.firma?.params;
    if (params) params.message = 'Confirmar';
    return mensaje;
  });
