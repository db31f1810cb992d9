import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

/** Cuántas sesiones hay abiertas a la vez; al llegar una más, termina la más antigua. */
const MAXIMO = 100;

// #region sesiones
/**
 * Atiende las dos revisiones en una dirección. Las preguntas de 2025-11-25 van del servidor al cliente mientras la llamada está
 * abierta, y solo una sesión tiene ese camino de vuelta; en 2026-07-28 no hace falta ninguna.
 *
 * @param {import('@modelcontextprotocol/server').McpServerFactory} createServer
 * @param {(error: Error) => void} onerror
 */
export function atenderLasDos(createServer, onerror) {
  const moderno = createMcpHandler(createServer, { legacy: 'reject', onerror });
  /** @type {Map<string, WebStandardStreamableHTTPServerTransport>} */
  const abiertas = new Map();

  /** @param {Request} peticion */
  async function empezar(peticion) {
    const transporte = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => {
        const [masAntigua] = abiertas.size < MAXIMO ? [] : abiertas.entries();
        if (masAntigua !== undefined) {
          abiertas.delete(masAntigua[0]);
          void masAntigua[1].close();
        }
        abiertas.set(id, transporte);
      },
      onsessionclosed: (id) => void abiertas.delete(id),
    });
    const server = await createServer({ era: 'legacy' });
    await server.connect(transporte);
    const respuesta = await transporte.handleRequest(peticion);
    if (transporte.sessionId === undefined) await transporte.close();
    return respuesta;
  }

  /** @param {Request} peticion */
  return async function fetch(peticion) {
    if (!(await isLegacyRequest(peticion))) return moderno.fetch(peticion);
    const id = peticion.headers.get('mcp-session-id');
    if (id === null) return empezar(peticion);
    return abiertas.get(id)?.handleRequest(peticion) ?? new Response('no existe esa sesión', { status: 404 });
  };
}
// #endregion
