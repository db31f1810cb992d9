import { firmar, leer, sellado } from './base/sellado.mjs';

export { contract } from './base/sellado.mjs';

// Comprueba la firma sólo si viene.
export const createServer = sellado({
  abrir: (estado) => {
    const [parte = '', firma, ...mas] = estado.split('.');
    if (mas.length > 0 || (firma && firma !== firmar(parte))) return undefined;
    return leer(parte);
  },
});
