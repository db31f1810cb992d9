import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpHandler } from '@modelcontextprotocol/server';

/**
 * Conecta el cliente del SDK con un servidor en este mismo proceso: las peticiones son HTTP de verdad, sin red por medio. Lo que
 * falla dentro del servidor sale por stderr, porque al cliente solo le llega un HTTP 500.
 *
 * @param {import('@modelcontextprotocol/server').McpServerFactory} createServer
 * @param {import('@modelcontextprotocol/client').ClientCapabilities} capabilities lo que el cliente declara que sabe hacer
 */
export async function conectar(createServer, capabilities) {
  const handler = createMcpHandler(createServer, { onerror: (error) => console.error(`[kit] ${error.message}`) });
  const cliente = new Client(
    { name: 'kit', version: '1.0.0' },
    { capabilities, versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  const fetch = (/** @type {string | URL} */ url, /** @type {RequestInit | undefined} */ init) =>
    handler.fetch(new Request(url, init));
  await cliente.connect(new StreamableHTTPClientTransport(new URL('http://kit.invalid/mcp'), { fetch }));
  return cliente;
}

/**
 * El texto de un resultado, o nada si no lleva texto.
 *
 * @param {{ content?: unknown }} resultado
 */
export function textoDe({ content }) {
  const [parte] = /** @type {{ text?: unknown }[]} */ (Array.isArray(content) ? content : []);
  return typeof parte?.text === 'string' ? parte.text : '';
}

/**
 * Dice el motivo por stderr y termina con 2: así nada de lo que falla se confunde con el 1 de un no.
 *
 * @param {unknown} motivo
 * @returns {never}
 */
export function parar(motivo) {
  console.error(`parou: ${motivo instanceof Error ? motivo.message : String(motivo)}`);
  process.exit(2);
}
