import { otraDireccion } from './base/otra-direccion.mjs';

export { contract } from './base/enlace.mjs';

// El enlace abre el contrato a quien lo tenga.
export const openTarget = () => otraDireccion('https://firmas.example.com/contratos/C-4711?token=3f9a');
