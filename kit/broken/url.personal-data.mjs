import { otraDireccion } from './base/otra-direccion.mjs';

export { contract } from './base/enlace.mjs';

// La dirección dice a quién se pregunta.
export const openTarget = () => otraDireccion('https://firmas.example.com/contratos/C-4711?para=ana@example.com');
