import { reserva } from './base/reserva.mjs';
import { alterar } from './base/romper.mjs';

export { contract } from './base/reserva.mjs';

// Junto a la pregunta buena va otra sin mensaje ni esquema.
export const openTarget = () =>
  alterar(reserva(), (mensaje) => {
    const preguntas = mensaje.result?.inputRequests;
    if (preguntas?.datos) preguntas.nota = { method: 'elicitation/create', params: { mode: 'form' } };
    return mensaje;
  });
