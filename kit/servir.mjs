import { realpathSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { atenderLasDos } from './sesiones.mjs';

/** @typedef {import('@modelcontextprotocol/node').NodeIncomingMessageLike} Peticion */

/**
 * Sirve el servidor de un archivo cuando se ejecuta ese archivo, y no hace nada cuando otro lo importa: por stdio, o con
 * `--http PUERTO` por Streamable HTTP en 127.0.0.1 (con 0, en un puerto libre). stdout lleva solo el protocolo: todo lo demás
 * sale por stderr.
 *
 * @param {import('@modelcontextprotocol/server').McpServerFactory} createServer
 * @param {string} url `import.meta.url` del archivo
 */
export async function servir(createServer, url) {
  if (!ejecutado(url)) return;
  const puerto = puertoPedido();
  if (puerto === undefined) serveStdio(createServer, { onerror: avisar });
  else await servirHttp(createServer, puerto);
}

/**
 * Si el archivo es el programa que se ejecuta, y no uno que otro importa.
 *
 * @param {string} url `import.meta.url` del archivo
 */
export function ejecutado(url) {
  const programa = process.argv[1];
  return programa !== undefined && realpathSync(programa) === fileURLToPath(url);
}

function puertoPedido() {
  try {
    const { http } = parseArgs({ options: { http: { type: 'string' } } }).values;
    if (http === undefined) return undefined;
    if (/^\d{1,5}$/.test(http) && Number(http) <= 65_535) return Number(http);
  } catch {
    // Un argumento que no se conoce termina como un puerto que no vale.
  }
  console.error('uso: node SERVIDOR.mjs [--http PUERTO]   (PUERTO de 0 a 65535)');
  process.exit(2);
}

/**
 * @param {import('@modelcontextprotocol/server').McpServerFactory} createServer
 * @param {number} puerto
 */
async function servirHttp(createServer, puerto) {
  const { localhostHostValidation, localhostOriginValidation, toNodeHandler } =
    await import('@modelcontextprotocol/node');
  const hostPermitido = localhostHostValidation();
  const origenPermitido = localhostOriginValidation();
  const atender = toNodeHandler({ fetch: atenderLasDos(createServer, avisar) }, { onerror: avisar });

  const http = createHttpServer((req, res) => {
    // Una página web abierta en esta máquina también llega a 127.0.0.1: los dos controles la dejan fuera.
    if (!hostPermitido(req, res) || !origenPermitido(req, res)) return;
    if (['/mcp', '/'].includes(rutaDe(req.url))) void atender(/** @type {Peticion} */ (req), res);
    else res.writeHead(404).end();
  });
  http.on('error', (error) => {
    avisar(error);
    process.exitCode = 1;
  });
  http.listen(puerto, '127.0.0.1', () => {
    const direccion = /** @type {import('node:net').AddressInfo} */ (http.address());
    console.error(`http://127.0.0.1:${direccion.port}/mcp`);
  });
}

/**
 * La ruta de una petición, vacía si no la tiene: de `//` o de `http://` no sale ninguna dirección, y lo que `new URL` lanzara aquí
 * terminaría el proceso.
 *
 * @param {string} [pedido]
 */
function rutaDe(pedido = '/') {
  const base = 'http://127.0.0.1';
  return URL.canParse(pedido, base) ? new URL(pedido, base).pathname : '';
}

/** @param {Error} error */
function avisar(error) {
  console.error(`[kit] ${error.message}`);
}
