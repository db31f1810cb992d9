import { McpServer } from '@modelcontextprotocol/server';
import { createVuelta } from 'vuelta';
import * as z from 'zod';

// Un prompt y un recurso que preguntan. Los dos solo leen: pueden repetirse.

const Tema = z.object({ tema: z.string().min(1).max(40) });
const Estilo = z.object({
  tono: z.enum(['formal', 'cercano']).meta({ title: 'Tono' }),
  lineas: z.int().min(1).max(20).default(5).meta({ title: 'Líneas' }),
});
const URI = 'agenda://semana';

/**
 * @typedef {object} Cambios Lo que un servidor roto cambia del sano.
 * @property {(server: McpServer) => void} [antesDeGuardar] con el servidor recién hecho, antes de la guardia
 */

/** @param {Cambios} [cambios] */
export function lectura({ antesDeGuardar } = {}) {
  const vuelta = createVuelta({ keys: 'k1:ZmFrZS1rZXktZm9yLXRoZS1icm9rZW4ta2l0LW9ubHktMTIz' });
  return function createServer() {
    const server = new McpServer({ name: 'lecturas', version: '1.0.0' });
    antesDeGuardar?.(server);
    const rounds = vuelta.attach(server);
    rounds.prompt('resumen', { description: 'Pide un resumen', argsSchema: Tema }, async ({ tema }, ask) => {
      const message = `¿Cómo ha de ser el resumen sobre ${tema}?`;
      const estilo = await ask.form('estilo', { message, schema: Estilo });
      if (estilo.action !== 'accept') return decir('No hace falta ningún resumen.');
      return decir(`Resume ${tema} en tono ${estilo.content.tono}, en ${estilo.content.lineas} líneas.`);
    });
    rounds.resource('agenda', URI, { description: 'La agenda de la semana' }, async (uri, _variables, ask) => {
      const { confirmed } = await ask.confirm('mostrar', '¿Mostrar al asistente la agenda de esta semana?');
      return { contents: [{ uri: uri.href, text: confirmed ? 'Lunes: reunión.' : 'La agenda no se muestra.' }] };
    });
    return server;
  };
}

/**
 * @param {string} texto
 * @returns {import('@modelcontextprotocol/server').GetPromptResult}
 */
const decir = (texto) => ({ messages: [{ role: 'user', content: { type: 'text', text: texto } }] });

/** @type {Partial<import('vuelta/contract').ContractConfig>} */
export const contract = {
  failOn: 'advice',
  roundTimeoutMs: 2_000,
  cases: [
    {
      prompt: 'resumen',
      args: { tema: 'ventas' },
      answers: { estilo: { action: 'accept', content: { tono: 'cercano', lineas: 3 } } },
    },
    { resource: URI, answers: { mostrar: { action: 'accept', content: { mostrar: true } } } },
  ],
};

export const createServer = lectura();
