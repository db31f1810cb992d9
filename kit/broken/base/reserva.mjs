import { McpServer } from '@modelcontextprotocol/server';
import { createVuelta, fail, text } from 'vuelta';
import * as z from 'zod';

// El servidor sano del que salen los rotos: dos vueltas, un campo de cada clase, un efecto que se cuenta. Cada llamada a `reserva()`
// es un mundo aparte.

export const Datos = z.object({
  nombre: z.string().min(2).max(40).meta({ title: 'Nombre' }),
  email: z.email().optional().meta({ title: 'Correo' }),
  asistentes: z.int().min(1).max(10).default(1).meta({ title: 'Asistentes' }),
  horas: z.number().min(0.5).max(8).default(1).meta({ title: 'Horas' }),
  turno: z.enum(['mañana', 'tarde']).meta({ title: 'Turno' }),
  extras: z
    .array(z.enum(['proyector', 'café', 'agua']))
    .max(2)
    .default([])
    .meta({ title: 'Extras' }),
});

const Pedido = z.object({ sala: z.string().min(1).max(40), dia: z.string().min(1).max(40) });

/**
 * @typedef {object} Cambios Lo que un servidor roto cambia del sano; cada gemelo usa uno.
 * @property {(server: McpServer, mundo: { reservas: string[] }) => void} [antesDeGuardar] con el servidor recién hecho, antes de la guardia
 * @property {(server: McpServer, mundo: { reservas: string[] }) => void} [despues] con todo registrado
 * @property {import('vuelta').VueltaOptions} [opciones] de `createVuelta`
 * @property {import('vuelta').AttachOptions} [politicas] de `attach`
 * @property {(args: { sala: string, dia: string }, ask: import('vuelta').AnyAsks, mundo: { reservas: string[] }) => any} [reservar]
 */

/** @param {Cambios} [cambios] */
export function reserva({ antesDeGuardar, despues, opciones, politicas, reservar = reservarBien } = {}) {
  const mundo = { reservas: /** @type {string[]} */ ([]) };
  const vuelta = createVuelta({ keys: 'k1:ZmFrZS1rZXktZm9yLXRoZS1icm9rZW4ta2l0LW9ubHktMTIz', ...opciones });
  return function createServer() {
    const server = new McpServer({ name: 'salas', version: '1.0.0' });
    antesDeGuardar?.(server, mundo);
    const rounds = vuelta.attach(server, politicas);
    const config = { description: 'Reserva una sala: pide los datos y después la confirmación', inputSchema: Pedido };
    rounds.tool('reservar', config, (args, ask) => reservar(args, ask, mundo));
    rounds.tool('apuntarse', { ...config, description: 'Se apunta a una sala' }, (args, ask) =>
      reservar(args, ask, mundo),
    );
    const ver = { description: 'Cuántas reservas hay', annotations: { readOnlyHint: true } };
    server.registerTool('ver_reservas', ver, () => text(String(mundo.reservas.length)));
    despues?.(server, mundo);
    return server;
  };
}

/**
 * @param {{ sala: string, dia: string }} args
 * @param {import('vuelta').AnyAsks} ask
 * @param {{ reservas: string[] }} mundo
 * @param {(respuesta: import('vuelta').Confirmation, reserva: string) => any} [sinConfirmar] lo que se contesta a quien no confirma
 */
export async function reservarBien({ sala, dia }, ask, mundo, sinConfirmar = noReservado) {
  const datos = await ask.form('datos', { message: `Datos para reservar ${sala} el ${dia}`, schema: Datos });
  if (datos.action !== 'accept') return fail('No se ha reservado nada.');
  const { nombre, turno } = datos.content;
  const respuesta = await ask.confirm('confirmar', `Reservar ${sala} el ${dia} por la ${turno} para ${nombre}?`);
  const reserva = `${sala}, ${dia}, ${turno}`;
  if (!respuesta.confirmed) return sinConfirmar(respuesta, reserva);
  const numero = await ask.once('reservar', () => mundo.reservas.push(nombre));
  return text(`Reserva ${numero}: ${reserva}`);
}

export const noReservado = () => fail('Reserva no confirmada.');

/** @type {Partial<import('vuelta/contract').ContractConfig>} */
export const contract = {
  failOn: 'advice',
  roundTimeoutMs: 2_000,
  cases: [
    {
      tool: 'reservar',
      args: { sala: 'Azul', dia: 'lunes' },
      otherArgs: { sala: 'Roja', dia: 'lunes' },
      answers: {
        datos: {
          action: 'accept',
          content: { nombre: 'Ana Pérez', email: 'ana@example.com', asistentes: 3, turno: 'tarde' },
        },
        confirmar: { action: 'accept', content: { confirmar: true } },
      },
      probe: { tool: 'ver_reservas' },
    },
  ],
};

export const createServer = reserva();
