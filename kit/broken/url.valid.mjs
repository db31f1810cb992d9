import { otraDireccion } from './base/otra-direccion.mjs';

export { contract } from './base/enlace.mjs';

// La dirección no dice de qué sitio es.
export const openTarget = () => otraDireccion('/contratos/C-4711');
