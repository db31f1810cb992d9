import { sellado } from './base/sellado.mjs';

export { contract } from './base/sellado.mjs';

// El estado no dice de quién es.
export const createServer = sellado({ atar: (destino) => ({ ...destino, usuario: '' }) });
