// The booking server of the kit without a store that replicas share, without single use, and with a plain table.
import { McpServer } from '@modelcontextprotocol/server';
import { createVuelta } from 'vuelta';
import { registrarReserva } from '../../kit/reservas-herramienta.mjs';
import { abrirBase, cotizar, localizadorNuevo, viaje } from '../../kit/reservas-libro.mjs';
import { servir } from '../../kit/servir.mjs';

const vuelta = createVuelta({ keys: process.env.VUELTA_KEYS, singleUse: false });

const table = abrirBase(
  process.env.RESERVAS_DB,
  'CREATE TABLE IF NOT EXISTS reservas (localizador TEXT, correo TEXT, plazas INTEGER, precio INTEGER)',
);
const INSERT = 'INSERT INTO reservas VALUES (?, ?, ?, ?) RETURNING localizador';
const SELECT = 'SELECT correo, plazas, precio FROM reservas WHERE localizador = ?';
const plainTable = {
  cotizar,
  anotar: ({ correo, plazas, precio }) =>
    viaje(() => table.prepare(INSERT).get(localizadorNuevo(), correo, plazas, precio).localizador),
  leer: (localizador) => viaje(() => ({ ...table.prepare(SELECT).get(localizador) })),
};

function createServer() {
  const server = new McpServer({ name: 'reservas', version: '1.0.0' });
  registrarReserva(vuelta.attach(server), plainTable);
  return server;
}

await servir(createServer, import.meta.url);
