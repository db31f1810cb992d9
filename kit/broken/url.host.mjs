import { otraDireccion } from './base/otra-direccion.mjs';

export { contract } from './base/enlace.mjs';

// El sitio se escribe con letras que parecen otras.
export const openTarget = () => otraDireccion('https://xn--frmas-q4a.example/contratos/C-4711');
