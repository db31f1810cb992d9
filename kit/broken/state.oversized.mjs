import { randomUUID } from 'node:crypto';
import { abrirBien, sellado } from './base/sellado.mjs';

export { contract } from './base/sellado.mjs';

// No comprueba los estados que le parecen demasiado largos.
export const createServer = sellado({
  abrir: (estado, para) =>
    estado.length > 1_000_000
      ? { flujo: randomUUID(), vuelta: 1, para, caduca: Date.now() + 60_000 }
      : abrirBien(estado),
});
