import { firmar, leer, sellado } from './base/sellado.mjs';

export { contract } from './base/sellado.mjs';

// Le basta con el principio de la firma.
export const createServer = sellado({
  abrir: (estado) => {
    const [parte = '', firma = '', ...mas] = estado.split('.');
    return mas.length === 0 && firma.length > 8 && firmar(parte).startsWith(firma) ? leer(parte) : undefined;
  },
});
