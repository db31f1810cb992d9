import { otraDireccion } from './base/otra-direccion.mjs';

export { contract } from './base/enlace.mjs';

// La página se sirve sin cifrar.
export const openTarget = () => otraDireccion('http://firmas.example.com/contratos/C-4711');
