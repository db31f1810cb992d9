import { reserva } from './base/reserva.mjs';
import { alterar } from './base/romper.mjs';

export { contract } from './base/reserva.mjs';

const error = { code: -32602, message: 'Esa pregunta era de otra conexión' };

// Solo se acuerda de lo que preguntó desde que se conectó el último cliente.
export const openTarget = () => {
  let preguntas = new Set();
  return alterar(reserva(), (mensaje, { id, method, params }) => {
    if (method === 'server/discover') preguntas = new Set();
    const estado = params?.requestState;
    const { requestState } = mensaje.result ?? {};
    if (estado !== undefined && !preguntas.has(estado)) return { jsonrpc: '2.0', id, error };
    if (requestState !== undefined) preguntas.add(requestState);
    return mensaje;
  });
};
