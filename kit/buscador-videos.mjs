import { McpServer } from '@modelcontextprotocol/server';
import { createVuelta, text } from 'vuelta';
import * as z from 'zod';
import { buscar } from './catalogo.mjs';
import { claves } from './claves.mjs';
import { ejecutado, servir } from './servir.mjs';

const IDIOMAS = { spanish: 'Español', english: 'Inglés', chinese: 'Chino', french: 'Francés', german: 'Alemán' };

// #region formulario
const opcion = (/** @type {keyof typeof IDIOMAS} */ id) => z.literal(id).meta({ title: IDIOMAS[id] });
const idiomas = [opcion('spanish'), opcion('english'), opcion('chinese'), opcion('french'), opcion('german')];

const Formulario = z.object({
  language: z.union(idiomas).optional().meta({ title: 'Idioma' }),
  number_of_videos: z.int().min(1).max(10).default(5).meta({ title: 'Número de vídeos' }),
  translated_or_original: z.enum(['Traducido', 'Original']).optional().meta({ title: '¿Traducido u original?' }),
});
// #endregion

const vuelta = createVuelta({ keys: claves, onEvent: ({ type, target }) => registrar(type, target) });

// #region busqueda
/** @param {import('vuelta').Rounds} rounds */
function registrarBusqueda(rounds) {
  const config = {
    description: 'Busca vídeos; antes pregunta a la persona por sus preferencias',
    inputSchema: z.object({ query: z.string().trim().min(1).max(200) }),
  };
  rounds.tool('search-videos', config, async ({ query }, ask) => {
    const message = `¿Cómo prefieres los vídeos sobre "${query}"?`;
    const respuesta = await ask.form('preferencias', { message, schema: Formulario });
    if (respuesta.action === 'cancel') return text('Búsqueda cancelada: no se ha hecho nada.');
    if (respuesta.action === 'decline') {
      return text(`No has indicado preferencias: se usan las de por defecto.\n${resultados(query, {})}`);
    }
    return text(resultados(query, respuesta.content));
  });
}

/**
 * @param {string} query
 * @param {Partial<z.output<typeof Formulario>>} preferencias
 */
function resultados(query, { language = 'spanish', number_of_videos = 5, translated_or_original = 'Original' }) {
  const videos = buscar(query, { language, number_of_videos, translated_or_original });
  const cabecera = `${videos.length} vídeos · ${IDIOMAS[language]} · ${translated_or_original}`;
  return [cabecera, ...videos.map(({ title }, i) => `${i + 1}. ${title}`)].join('\n');
}
// #endregion

/**
 * Una línea de color en stderr, porque por stdout va el protocolo. Dice qué pasó, nunca qué contestó la persona. El nombre de la
 * herramienta viene de fuera: sin sus caracteres raros no puede pintar en el terminal. Quien importa este archivo no oye nada.
 *
 * @param {string} suceso
 * @param {string} herramienta
 */
function registrar(suceso, herramienta) {
  if (!ejecutado(import.meta.url)) return;
  const nombre = herramienta.replaceAll(/[^\w.-]/g, '?').slice(0, 64);
  console.error(`\u001B[36m[buscador-videos]\u001B[0m \u001B[1m${suceso}\u001B[0m ${nombre}`);
}

export function createServer() {
  const server = new McpServer({ name: 'buscador-videos', version: '1.0.0' });
  registrarBusqueda(vuelta.attach(server));
  return server;
}

await servir(createServer, import.meta.url);
