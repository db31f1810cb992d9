import { reserva } from './base/reserva.mjs';
import { alterar } from './base/romper.mjs';

export { contract } from './base/reserva.mjs';

const params = { mode: 'form', message: '¿Qué prompts?', requestedSchema: { type: 'object', properties: {} } };
const result = { resultType: 'input_required', inputRequests: { cuales: { method: 'elicitation/create', params } } };

// Pregunta antes de dar la lista de prompts.
export const openTarget = () =>
  alterar(
    reserva(),
    (mensaje, { method, id }) => (method === 'prompts/list' ? { jsonrpc: '2.0', id, result } : mensaje),
    (estado, mensaje) => (mensaje.result ? 200 : estado),
  );
