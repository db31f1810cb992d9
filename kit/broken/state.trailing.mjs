import { abrirBien, sellado } from './base/sellado.mjs';

export { contract } from './base/sellado.mjs';

// Quita los espacios del estado antes de comprobarlo.
export const createServer = sellado({ abrir: (estado) => abrirBien(estado.trim()) });
