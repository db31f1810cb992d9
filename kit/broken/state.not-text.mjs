import { createMcpHandler } from '@modelcontextprotocol/server';
import { caso, contract as sano, sellado } from './base/sellado.mjs';

export const contract = { ...sano, cases: [caso] };

/**
 * @param {any} cuerpo
 * @param {string} ultimo
 */
function arreglar(cuerpo, ultimo) {
  if (!/"requestState":[^"]/.test(String(cuerpo))) return cuerpo;
  const mensaje = JSON.parse(cuerpo);
  return JSON.stringify({ ...mensaje, params: { ...mensaje.params, requestState: ultimo } });
}

// A un estado que no es texto le pone el último que dio: «será ese».
export function openTarget() {
  const handler = createMcpHandler(sellado());
  let ultimo = '';
  /** @type {import('@modelcontextprotocol/client').FetchLike} */
  const fetch = async (url, init) => {
    const respuesta = await handler.fetch(new Request(url, { ...init, body: arreglar(init?.body, ultimo) }));
    const texto = await respuesta.text();
    ultimo = /"requestState":"([^"]+)"/.exec(texto)?.[1] ?? ultimo;
    return new Response(texto === '' ? null : texto, respuesta);
  };
  return { target: new URL('http://localhost/mcp'), connect: { fetch }, close: () => handler.close() };
}
