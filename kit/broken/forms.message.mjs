import { ficha } from './base/ficha.mjs';

export { contract } from './base/ficha.mjs';

// El mensaje no dice qué va a pasar.
export const createServer = ficha({ mensaje: '¿Está seguro?' });
