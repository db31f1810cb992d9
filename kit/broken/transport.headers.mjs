import { createMcpHandler } from '@modelcontextprotocol/server';
import { reserva } from './base/reserva.mjs';

export { contract } from './base/reserva.mjs';

// Detrás de una pasarela que vuelve a escribir `Mcp-Name` según el cuerpo: lo que decía el cliente no se compara nunca.
export function openTarget() {
  const handler = createMcpHandler(reserva());
  /** @type {import('@modelcontextprotocol/client').FetchLike} */
  const fetch = (url, init) => {
    const headers = new Headers(init?.headers);
    const cuerpo = typeof init?.body === 'string' && init.body.startsWith('{"') ? init.body : '{}';
    const nombre = nombreDe(cuerpo);
    if (nombre !== undefined) headers.set('Mcp-Name', nombre);
    return handler.fetch(new Request(url, { ...init, headers }));
  };
  return { target: new URL('http://localhost/mcp'), connect: { fetch }, close: () => handler.close() };
}

/** @param {string} cuerpo */
function nombreDe(cuerpo) {
  try {
    const nombre = JSON.parse(cuerpo).params?.name;
    return typeof nombre === 'string' ? nombre : undefined;
  } catch {
    return undefined;
  }
}
