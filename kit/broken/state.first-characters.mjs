import { firmar, leer, sellado } from './base/sellado.mjs';

export { contract } from './base/sellado.mjs';

// Compara las firmas sin su primer carácter.
export const createServer = sellado({
  abrir: (estado) => {
    const [parte = '', firma = '', ...mas] = estado.split('.');
    const vale = mas.length === 0 && /^[\w-]{43}$/.test(firma) && firma.slice(1) === firmar(parte).slice(1);
    return vale ? leer(parte) : undefined;
  },
});
