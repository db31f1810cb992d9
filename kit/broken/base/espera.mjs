import { McpServer } from '@modelcontextprotocol/server';
import { createVuelta, fail, inputRequired, inputResponse, text } from 'vuelta';
import * as z from 'zod';

// La primera vuelta no pregunta nada: da un estado con el que volver. La segunda pregunta.

const Envio = z.object({ enviar: z.boolean().meta({ title: 'Enviar' }) });
const Pedido = z.object({ tema: z.string().min(1).max(40) });

/**
 * @typedef {object} Cambios Lo que un servidor roto cambia del sano.
 * @property {(ctx: import('@modelcontextprotocol/server').ServerContext) => void} [alVolver] al volver de la primera vuelta
 */

/** @param {Cambios} [cambios] */
export function espera({ alVolver } = {}) {
  const enviados = /** @type {string[]} */ ([]);
  const vuelta = createVuelta({ keys: 'k1:ZmFrZS1rZXktZm9yLXRoZS1icm9rZW4ta2l0LW9ubHktMTIz' });
  return function createServer() {
    const server = new McpServer({ name: 'informes', version: '1.0.0' });
    vuelta.attach(server);
    const config = { description: 'Prepara un informe y pregunta si se envía', inputSchema: Pedido };
    server.registerTool('informe', config, ({ tema }, ctx) => {
      const fase = ctx.mcpReq.requestState();
      if (fase === undefined) return inputRequired({ requestState: 'preparado' });
      if (fase === 'preparado') alVolver?.(ctx);
      const respuesta = inputResponse(ctx.mcpReq.inputResponses, 'enviar');
      if (respuesta.kind !== 'elicit') {
        const message = `¿Enviar a todo el equipo el informe sobre ${tema}?`;
        const enviar = inputRequired.elicit({ message, requestedSchema: Envio });
        return inputRequired({ requestState: 'preguntado', inputRequests: { enviar } });
      }
      const aceptado = respuesta.action === 'accept' && Envio.safeParse(respuesta.content).data?.enviar === true;
      if (!aceptado) return fail(`El informe sobre ${tema} no se ha enviado.`);
      return text(`Informe ${enviados.push(tema)} enviado: ${tema}`);
    });
    const ver = { description: 'Cuántos informes se han enviado', annotations: { readOnlyHint: true } };
    server.registerTool('ver_enviados', ver, () => text(String(enviados.length)));
    return server;
  };
}

/** @type {Partial<import('vuelta/contract').ContractConfig>} */
export const contract = {
  failOn: 'advice',
  roundTimeoutMs: 2_000,
  cases: [
    {
      tool: 'informe',
      args: { tema: 'ventas' },
      answers: { enviar: { action: 'accept', content: { enviar: true } } },
      probe: { tool: 'ver_enviados' },
    },
  ],
};

export const createServer = espera();
