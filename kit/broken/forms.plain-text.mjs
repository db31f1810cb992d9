import { ficha } from './base/ficha.mjs';
import { alterar } from './base/romper.mjs';

export { contract } from './base/ficha.mjs';

// En el mensaje hay un carácter que da la vuelta a lo que sigue.
export const openTarget = () =>
  alterar(ficha(), (mensaje) => {
    const params = mensaje.result?.inputRequests?.ficha?.params;
    if (params) params.message += ' \u202Eorrab';
    return mensaje;
  });
