import { createMcpHandler } from '@modelcontextprotocol/server';

// Un servidor sano que entiende mal una respuesta: lo que llega se cambia antes de que lo lea.

/**
 * Sirve una fábrica en este proceso y cambia las respuestas de cada petición que las trae, antes de que lleguen al servidor.
 *
 * @param {import('@modelcontextprotocol/server').McpServerFactory} createServer
 * @param {(respuestas: Record<string, any>, params: any) => void} leerMal cambia las respuestas en el sitio
 */
export function malLeido(createServer, leerMal) {
  const handler = createMcpHandler(createServer);
  /** @type {import('@modelcontextprotocol/client').FetchLike} */
  const fetch = (url, init) => {
    const peticion = leer(init?.body);
    const respuestas = peticion?.params?.inputResponses;
    if (typeof respuestas !== 'object' || respuestas === null) return handler.fetch(new Request(url, init));
    leerMal(respuestas, peticion.params);
    return handler.fetch(new Request(url, { ...init, body: JSON.stringify(peticion) }));
  };
  return { target: new URL('http://localhost/mcp'), connect: { fetch }, close: () => handler.close() };
}

/** @param {unknown} cuerpo lo que no es JSON se deja como está */
function leer(cuerpo) {
  try {
    return JSON.parse(String(cuerpo));
  } catch {
    return undefined;
  }
}

/**
 * El contenido de una respuesta aceptada.
 *
 * @param {any} respuesta
 * @returns {Record<string, any> | undefined}
 */
export function aceptado(respuesta) {
  const { action, content } = respuesta ?? {};
  return action === 'accept' && typeof content === 'object' && content !== null ? content : undefined;
}
