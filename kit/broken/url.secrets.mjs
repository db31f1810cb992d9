import { otraDireccion } from './base/otra-direccion.mjs';

export { contract } from './base/enlace.mjs';

// La dirección lleva una clave.
export const openTarget = () => otraDireccion('https://firmas.example.com/contratos/C-4711?api_key=3f9a');
