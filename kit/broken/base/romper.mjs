import { createMcpHandler } from '@modelcontextprotocol/server';

// Dos maneras de estropear un servidor sano en un solo punto: dentro del proceso, por fuera de la guardia, o en el propio HTTP.

/**
 * Envuelve lo que atiende un método, por fuera de la guardia, que a su vez está por fuera de todo lo que se registra: por eso se
 * cambia al conectar, donde el SDK guarda lo que atiende cada método.
 *
 * @param {import('@modelcontextprotocol/server').McpServer} server
 * @param {string} metodo
 * @param {(siguiente: (peticion: any, ctx: any) => Promise<any>, peticion: any, ctx: any) => unknown} cambio
 */
export function envolver(server, metodo, cambio) {
  const { server: interno } = server;
  const conectar = interno.connect.bind(interno);
  interno.connect = async (transporte) => {
    /** @type {Map<string, (peticion: any, ctx: any) => Promise<any>>} */
    const atienden = Reflect.get(interno, '_requestHandlers');
    const atender = atienden.get(metodo);
    if (atender === undefined) throw new Error(`nadie atiende ${metodo}`);
    atienden.set(metodo, async (peticion, ctx) =>
      cambio(async (otra, otroCtx) => atender(otra, otroCtx), peticion, ctx),
    );
    return conectar(transporte);
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
