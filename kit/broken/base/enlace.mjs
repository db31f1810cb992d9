import { McpServer } from '@modelcontextprotocol/server';
import { createVuelta, fail, text } from 'vuelta';
import * as z from 'zod';

// Una vuelta con dos preguntas de distinta clase: una dirección que visitar y un formulario.

const Pedido = z.object({ contrato: z.string().regex(/^[A-Z]-\d+$/) });
const Aviso = z.object({ departamento: z.enum(['ventas', 'legal']).meta({ title: 'Departamento' }) });

/**
 * @typedef {object} Cambios Lo que un servidor roto cambia del sano.
 * @property {(server: McpServer) => void} [antesDeGuardar] con el servidor recién hecho, antes de la guardia
 */

/** @param {Cambios} [cambios] */
export function enlace({ antesDeGuardar } = {}) {
  const firmas = /** @type {string[]} */ ([]);
  const vuelta = createVuelta({ keys: 'k1:ZmFrZS1rZXktZm9yLXRoZS1icm9rZW4ta2l0LW9ubHktMTIz' });
  return function createServer() {
    const server = new McpServer({ name: 'firmas', version: '1.0.0' });
    antesDeGuardar?.(server);
    const rounds = vuelta.attach(server);
    const config = { description: 'Firma un contrato en la página de firmas', inputSchema: Pedido };
    rounds.tool('firmar', config, async ({ contrato }, ask) => {
      const [firma, aviso] = await Promise.all([
        ask.url('firma', {
          message: `Firmar el contrato ${contrato} en la página de firmas`,
          url: `https://firmas.example.com/contratos/${contrato}`,
        }),
        ask.form('aviso', { message: `¿A quién se avisa de la firma de ${contrato}?`, schema: Aviso }),
      ]);
      if (firma.action !== 'accept' || aviso.action !== 'accept')
        return fail(`El contrato ${contrato} sigue sin firma.`);
      const numero = await ask.once('firmar', () => firmas.push(contrato));
      return text(`Firma ${numero}: ${contrato}, con aviso a ${aviso.content.departamento}`);
    });
    const ver = { description: 'Cuántas firmas hay', annotations: { readOnlyHint: true } };
    server.registerTool('ver_firmas', ver, () => text(String(firmas.length)));
    return server;
  };
}

/** @type {Partial<import('vuelta/contract').ContractConfig>} */
export const contract = {
  failOn: 'advice',
  roundTimeoutMs: 2_000,
  cases: [
    {
      tool: 'firmar',
      args: { contrato: 'C-4711' },
      otherArgs: { contrato: 'D-1' },
      answers: {
        firma: { action: 'accept' },
        aviso: { action: 'accept', content: { departamento: 'legal' } },
      },
      probe: { tool: 'ver_firmas' },
    },
  ],
};

export const createServer = enlace();
