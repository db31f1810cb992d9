import { createMcpHandler } from '@modelcontextprotocol/server';

// Dos maneras de estropear un servidor sano en un solo punto: dentro del proceso, por fuera de la guardia, o en el propio HTTP.

/**
 * Envuelve lo que atiende un método, por fuera de la guardia. Hay que llamarla antes de `attach()`.
 *
 * @param {import('@modelcontextprotocol/server').McpServer} server
 * @param {string} metodo
 * @param {(siguiente: (peticion: any, ctx: any) => Promise<any>, peticion: any, ctx: any) => unknown} cambio
 */
export function envolver(server, metodo, cambio) {
  const { server: interno } = server;
  const instalar = /** @type {(...args: any[]) => void} */ (interno.setRequestHandler.bind(interno));
  interno.setRequestHandler = (/** @type {any[]} */ ...args) => {
    const [nombre, ...resto] = args;
    const atender = resto.pop();
    if (nombre !== metodo) return instalar(nombre, ...resto, atender);
    return instalar(nombre, ...resto, async (/** @type {any} */ peticion, /** @type {any} */ ctx) =>
      cambio(async (otra, otroCtx) => atender(otra, otroCtx), peticion, ctx),
    );
  };
}

/**
 * Sirve una fábrica en este proceso y cambia cada respuesta JSON antes de que llegue al cliente: para lo que el SDK no dejaría
 * salir.
 *
 * @param {import('@modelcontextprotocol/server').McpServerFactory} createServer
 * @param {(mensaje: any, peticion: any) => unknown} cambiar recibe la respuesta JSON-RPC y la petición, y da la respuesta que sale
 * @param {(estado: number, mensaje: any) => number} [estadoDe] el estado HTTP que sale
 */
export function alterar(createServer, cambiar, estadoDe = (estado) => estado) {
  const handler = createMcpHandler(createServer);
  /** @type {import('@modelcontextprotocol/client').FetchLike} */
  const fetch = async (url, init) => {
    const respuesta = await handler.fetch(new Request(url, init));
    const tipo = respuesta.headers.get('content-type') ?? '';
    const peticion = leer(init?.body);
    if (!tipo.includes('json') || peticion === undefined) return respuesta;
    const mensaje = await cambiar(JSON.parse(await respuesta.text()), peticion);
    return Response.json(mensaje, { status: estadoDe(respuesta.status, mensaje) });
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
