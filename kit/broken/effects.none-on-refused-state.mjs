import { abrirBien, sellado } from './base/sellado.mjs';

export { contract } from './base/sellado.mjs';

// Rechaza un estado que no vale cuando ya ha reservado.
export const createServer = sellado({
  abrir: (estado, _, mundo) => {
    const cuerpo = abrirBien(estado);
    if (cuerpo === undefined) mundo.reservas.push('de más');
    return cuerpo;
  },
});
