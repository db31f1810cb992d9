import { setTimeout as esperar } from 'node:timers/promises';
import { repetir } from './base/repetir.mjs';
import { sellado } from './base/sellado.mjs';

export { contract } from './base/sellado.mjs';

// Apunta lo que hizo sólo si todavía hay quien escuche.
export const createServer = sellado({
  terminar: () =>
    repetir({
      recordar: async (signal) => {
        await esperar(20);
        return !signal.aborted;
      },
    }),
});
