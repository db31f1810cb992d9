import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { McpServer } from '@modelcontextprotocol/server';
import { createClient } from 'redis';
import { createVuelta } from 'vuelta';
import { redisStore } from 'vuelta/store/redis';
import { claves } from './claves.mjs';
import { registrarReserva } from './reservas-herramienta.mjs';
import { abrirLibro } from './reservas-libro.mjs';
import { anotarSuceso } from './reservas-sucesos.mjs';
import { servir } from './servir.mjs';

// #region redis
// Sin cola: mientras Redis no está, cada operación falla enseguida y el cliente puede repetir.
const redis = createClient({
  url: process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379',
  disableOfflineQueue: true,
  socket: { reconnectStrategy: (intentos) => Math.min(50 * (intentos + 1), 500) },
});
redis.on('error', () => console.error('[reservas] redis no responde'));
await redis.connect();
// #endregion

// #region flota
const vuelta = createVuelta({
  keys: claves, // las mismas en todas las réplicas: VUELTA_KEYS
  store: redisStore(redis, { prefix: 'reservas' }),
  leaseMs: Number(process.env['RESERVAS_TURNO_MS'] ?? 15_000),
  storeTimeoutMs: 2000,
  onEvent: anotarSuceso,
});
// #endregion

const libro = abrirLibro(process.env['RESERVAS_DB'] ?? join(tmpdir(), 'reservas.sqlite'));

export function createServer() {
  const server = new McpServer({ name: 'reservas', version: '1.0.0' });
  registrarReserva(vuelta.attach(server), libro);
  return server;
}

await servir(createServer, import.meta.url);
