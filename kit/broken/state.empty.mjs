import { randomUUID } from 'node:crypto';
import { abrirBien, sellado } from './base/sellado.mjs';

export { contract } from './base/sellado.mjs';

// Comprueba el estado sólo si no está vacío.
export const createServer = sellado({
  abrir: (estado, para) =>
    estado ? abrirBien(estado) : { flujo: randomUUID(), vuelta: 1, para, caduca: Date.now() + 60_000 },
});
