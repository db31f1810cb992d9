import { aLaVez } from './base/repetir.mjs';
import { sellado } from './base/sellado.mjs';

export { contract } from './base/sellado.mjs';

// Dos peticiones a la vez reservan las dos, y dan el mismo resultado.
export const createServer = sellado({ terminar: () => aLaVez((_, primero) => primero) });
