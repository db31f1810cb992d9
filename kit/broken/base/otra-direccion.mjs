import { enlace } from './enlace.mjs';
import { alterar } from './romper.mjs';

/**
 * El servidor de firmas, que manda a otra dirección.
 *
 * @param {string} direccion
 */
export const otraDireccion = (direccion) =>
  alterar(enlace(), (mensaje) => {
    const params = mensaje.result?.inputRequests?.firma?.params;
    if (params) params.url = direccion;
    return mensaje;
  });
