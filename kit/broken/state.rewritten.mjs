import { escribir, firmar, leer, sellado } from './base/sellado.mjs';

export { contract } from './base/sellado.mjs';

// Firma todo menos cuándo caduca.
/** @param {import('./base/sellado.mjs').Cuerpo} cuerpo */
const firma = (cuerpo) => firmar(JSON.stringify({ ...cuerpo, caduca: 0 }));

export const createServer = sellado({
  cerrar: (cuerpo) => `${escribir(cuerpo)}.${firma(cuerpo)}`,
  abrir: (estado) => {
    const [parte = '', dada, ...mas] = estado.split('.');
    const cuerpo = leer(parte);
    return mas.length === 0 && cuerpo && dada === firma(cuerpo) ? cuerpo : undefined;
  },
});
