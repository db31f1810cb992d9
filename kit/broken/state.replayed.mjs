import { repetir } from './base/repetir.mjs';
import { caso, contract as sano, sellado } from './base/sellado.mjs';

// Sin sonda: aquí se juzga por lo que contesta.
const { probe: _, ...sinSonda } = caso;
export const contract = { ...sano, cases: [sinSonda] };

// Vuelve a reservar cuando le llega otra vez la última petición.
export const createServer = sellado({ terminar: () => repetir({ igual: (hacer) => hacer() }) });
