import { createServer as createHttpServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { fail, text } from 'vuelta';
import { servir } from '../../servir.mjs';
import { contract as deReserva, reserva } from './reserva.mjs';

// Un servidor sano, con una sola pregunta, por sus dos puertas: por HTTP de verdad en 127.0.0.1, y por stdio cuando se ejecuta
// este archivo.

/** @type {NonNullable<import('./reserva.mjs').Cambios['reservar']>} */
export async function reservarSinDatos({ sala, dia }, ask, mundo) {
  const { confirmed } = await ask.confirm('confirmar', `Reservar ${sala} el ${dia}?`);
  if (!confirmed) return fail('Reserva no confirmada.');
  const numero = await ask.once('reservar', () => mundo.reservas.push(sala));
  return text(`Reserva ${numero}: ${sala}, ${dia}`);
}

/**
 * Sirve una fábrica por HTTP en un puerto libre de esta máquina.
 *
 * @param {import('@modelcontextprotocol/server').McpServerFactory} createServer
 * @param {{ vigilada?: boolean }} [opciones] sin vigilar, nadie mira `Origin` ni `Host`
 */
export async function porHttp(createServer, { vigilada = true } = {}) {
  const handler = createMcpHandler(createServer);
  const atender = toNodeHandler(handler);
  const [hostPermitido, origenPermitido] = [localhostHostValidation(), localhostOriginValidation()];
  const http = createHttpServer((req, res) => {
    if (vigilada && (!hostPermitido(req, res) || !origenPermitido(req, res))) return;
    void atender(/** @type {import('@modelcontextprotocol/node').NodeIncomingMessageLike} */ (req), res);
  });
  await new Promise((listo) => {
    http.listen(0, '127.0.0.1', () => listo(undefined));
  });
  const { port } = /** @type {import('node:net').AddressInfo} */ (http.address());
  return {
    target: new URL(`http://127.0.0.1:${port}/mcp`),
    async close() {
      await handler.close();
      http.closeAllConnections();
      await new Promise((hecho) => {
        http.close(() => hecho(undefined));
      });
    },
  };
}

/**
 * El contrato de un archivo que también se ejecuta: su entrada por stdio es él mismo.
 *
 * @param {string} url `import.meta.url` del archivo
 * @returns {Partial<import('vuelta/contract').ContractConfig>}
 */
export const contratoDe = (url) => ({
  ...deReserva,
  cases: [
    {
      tool: 'reservar',
      args: { sala: 'Azul', dia: 'lunes' },
      otherArgs: { sala: 'Roja', dia: 'lunes' },
      answers: { confirmar: { action: 'accept', content: { confirmar: true } } },
      probe: { tool: 'ver_reservas' },
    },
  ],
  transports: { stdio: { command: process.execPath, args: [fileURLToPath(url)] } },
});

export const contract = contratoDe(import.meta.url);
export const createServer = reserva({ reservar: reservarSinDatos });
export const openTarget = () => porHttp(createServer);

await servir(createServer, import.meta.url);
