import { ficha } from './base/ficha.mjs';

export { contract } from './base/ficha.mjs';

// El mensaje lleva una dirección que se puede pulsar.
export const createServer = ficha({ mensaje: 'Apuntar a un taller; los horarios, en https://talleres.example.com' });
