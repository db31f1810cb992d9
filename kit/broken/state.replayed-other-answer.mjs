import { repetir } from './base/repetir.mjs';
import { sellado } from './base/sellado.mjs';

export { contract } from './base/sellado.mjs';

// A un «no» que llega después del «sí» le dice que no se ha reservado nada.
export const createServer = sellado({ terminar: () => repetir({ otra: (hacer) => hacer() }) });
