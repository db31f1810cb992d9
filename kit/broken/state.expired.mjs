import { sellado } from './base/sellado.mjs';

export { contract } from './base/sellado.mjs';

// El estado vale diez años.
export const createServer = sellado({ minutos: 10 * 366 * 24 * 60 });
