import { otraDireccion } from './base/otra-direccion.mjs';

export { contract } from './base/enlace.mjs';

// Antes del sitio hay un nombre de usuario.
export const openTarget = () => otraDireccion('https://notaria@firmas.example.com/contratos/C-4711');
