import { reserva } from './base/reserva.mjs';
import { alterar } from './base/romper.mjs';

export { contract } from './base/reserva.mjs';

const CAPACIDADES = 'io.modelcontextprotocol/clientCapabilities';
const content = [{ type: 'text', text: 'Este cliente no puede mostrar direcciones.' }];

// Solo pide formularios, y aun así quiere que el cliente sepa mostrar también direcciones.
export const openTarget = () =>
  alterar(reserva(), (mensaje, { params }) => {
    const { form, url } = params?._meta?.[CAPACIDADES]?.elicitation ?? {};
    const pregunta = mensaje.result?.resultType === 'input_required';
    return form && !url && pregunta
      ? { ...mensaje, result: { resultType: 'complete', content, isError: true } }
      : mensaje;
  });
