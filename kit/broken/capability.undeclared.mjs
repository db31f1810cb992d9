import { createMcpHandler } from '@modelcontextprotocol/server';
import { enlace } from './base/enlace.mjs';

export { contract } from './base/enlace.mjs';

// A quien solo declara que muestra formularios le pide también que visite una dirección.
export const openTarget = () => {
  const handler = createMcpHandler(enlace());
  /** @type {import('@modelcontextprotocol/client').FetchLike} */
  const fetch = (url, init) => {
    const body = init?.body;
    if (typeof body !== 'string') return handler.fetch(new Request(url, init));
    const peticion = body.replace('"elicitation":{"form":{}}', '"elicitation":{"form":{},"url":{}}');
    return handler.fetch(new Request(url, { ...init, body: peticion }));
  };
  return { target: new URL('http://localhost/mcp'), connect: { fetch }, close: () => handler.close() };
};
