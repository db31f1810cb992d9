import { contract as sano, sellado } from './base/sellado.mjs';

// El estado no dice de qué servidor es, y el otro tiene la misma clave.
/** @param {import('./base/sellado.mjs').Destino} destino */
const atar = (destino) => ({ ...destino, servidor: '' });

export const contract = { ...sano, otherServer: sellado({ nombre: 'otras-salas', atar }) };
export const createServer = sellado({ atar });
