import { alterar } from './base/romper.mjs';
import { salida } from './base/salida.mjs';

export { contract } from './base/salida.mjs';

// Contesta a un no con un resultado corriente, sin lo que promete su `outputSchema`.
export const openTarget = () =>
  alterar(salida(), (mensaje) => {
    if (mensaje.result?.isError === true) delete mensaje.result.isError;
    return mensaje;
  });
