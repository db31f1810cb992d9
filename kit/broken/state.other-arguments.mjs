import { sellado } from './base/sellado.mjs';

export { contract } from './base/sellado.mjs';

// El estado no dice para qué argumentos es.
export const createServer = sellado({ atar: (destino) => ({ ...destino, args: '' }) });
