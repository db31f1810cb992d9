import { aLaVez } from './base/repetir.mjs';
import { caso, contract as sano, sellado } from './base/sellado.mjs';

// Sin sonda: aquí se juzga por lo que contesta.
const { probe: _, ...sinSonda } = caso;
export const contract = { ...sano, cases: [sinSonda] };

// Mira si el estado ya se usó, trabaja, y sólo entonces lo apunta.
export const createServer = sellado({ terminar: () => aLaVez((propio) => propio) });
