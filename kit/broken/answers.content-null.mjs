import { malLeido } from './base/peticion.mjs';
import { reserva } from './base/reserva.mjs';

export { contract } from './base/reserva.mjs';

// Si el contenido es null, sigue con unos datos cualesquiera.
export const openTarget = () =>
  malLeido(reserva(), (respuestas) => {
    const { datos } = respuestas;
    if (datos?.action === 'accept' && datos.content === null) datos.content = { nombre: 'Anónimo', turno: 'mañana' };
  });
