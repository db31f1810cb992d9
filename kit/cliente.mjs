import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpHandler } from '@modelcontextprotocol/server';

/**
 * Conecta el cliente del SDK con un servidor en este mismo proceso: las peticiones son HTTP de verdad, sin red por medio.
 *
 * @param {import('@modelcontextprotocol/server').McpServerFactory} createServer
 * @param {import('@modelcontextprotocol/client').ClientCapabilities} capabilities lo que el cliente declara que sabe hacer
 */
export async function conectar(createServer, capabilities) {
  const handler = createMcpHandler(createServer);
  const cliente = new Client(
    { name: 'kit', version: '1.0.0' },
    { capabilities, versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  const fetch = (/** @type {string | URL} */ url, /** @type {RequestInit | undefined} */ init) =>
    handler.fetch(new Request(url, init));
  await cliente.connect(new StreamableHTTPClientTransport(new URL('http://kit.invalid/mcp'), { fetch }));
  return cliente;
}
