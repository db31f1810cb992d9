import { McpServer } from '@modelcontextprotocol/server';
import { createVuelta, fail, text } from 'vuelta';
import * as z from 'zod';

// Un solo formulario, para romperlo de muchas maneras. La respuesta la inventa el propio contrato.

const Ficha = z.object({
  taller: z.enum(['barro', 'madera']).meta({ title: 'Taller' }),
  plazas: z.int().min(1).max(5).default(1).meta({ title: 'Plazas' }),
});

/**
 * @typedef {object} Cambios Lo que un servidor roto cambia del sano.
 * @property {z.ZodObject} [esquema]
 * @property {string} [mensaje]
 */

/** @param {Cambios} [cambios] */
export function ficha({ esquema = Ficha, mensaje = 'Apuntar a la persona a un taller: ¿a cuál?' } = {}) {
  const apuntados = /** @type {string[]} */ ([]);
  const vuelta = createVuelta({ keys: 'k1:ZmFrZS1rZXktZm9yLXRoZS1icm9rZW4ta2l0LW9ubHktMTIz' });
  return function createServer() {
    const server = new McpServer({ name: 'talleres', version: '1.0.0' });
    const rounds = vuelta.attach(server);
    const inputSchema = z.object({ persona: z.string().min(1).max(40) });
    rounds.tool('apuntar', { description: 'Apunta a un taller', inputSchema }, async ({ persona }, ask) => {
      const respuesta = await ask.form('ficha', { message: mensaje, schema: esquema });
      if (respuesta.action !== 'accept') return fail('No se ha apuntado a nadie.');
      const numero = await ask.once('apuntar', () => apuntados.push(persona));
      return text(`Apuntada la persona ${numero}`);
    });
    const ver = { description: 'Cuántas personas hay apuntadas', annotations: { readOnlyHint: true } };
    server.registerTool('ver_apuntados', ver, () => text(String(apuntados.length)));
    return server;
  };
}

/** @type {Partial<import('vuelta/contract').ContractConfig>} */
export const contract = {
  failOn: 'advice',
  roundTimeoutMs: 2_000,
  cases: [{ tool: 'apuntar', args: { persona: 'Ana' }, probe: { tool: 'ver_apuntados' } }],
};

export const createServer = ficha();
