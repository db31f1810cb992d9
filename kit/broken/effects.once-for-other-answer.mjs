import { repetir } from './base/repetir.mjs';
import { rechazar, sellado } from './base/sellado.mjs';

export { contract } from './base/sellado.mjs';

// A un «no» que llega después del «sí» le dice que no vale, pero anula la reserva.
export const createServer = sellado({
  terminar: ({ reservas }) =>
    repetir({
      otra: () => {
        reservas.pop();
        return rechazar();
      },
    }),
});
