import { reserva } from './base/reserva.mjs';
import { alterar } from './base/romper.mjs';

export { contract } from './base/reserva.mjs';

const CAPACIDADES = 'io.modelcontextprotocol/clientCapabilities';
const content = [{ type: 'text', text: 'Este cliente no puede mostrar formularios.' }];

// No sabe que `elicitation: {}` quiere decir formularios.
export const openTarget = () =>
  alterar(reserva(), (mensaje, { params }) => {
    const elicitation = params?._meta?.[CAPACIDADES]?.elicitation;
    const pelada = elicitation !== undefined && Object.keys(elicitation).length === 0;
    const pregunta = mensaje.result?.resultType === 'input_required';
    return pelada && pregunta ? { ...mensaje, result: { resultType: 'complete', content, isError: true } } : mensaje;
  });
