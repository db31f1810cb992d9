import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as pasar } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite'; // el mismo que el de node:sqlite, también en Node 20

/**
 * @typedef {{ correo: string, plazas: number, precio: number }} Reserva
 * @typedef {object} Libro
 * @property {(plazas: number) => Promise<number>} cotizar El precio de ahora: cambia de una vez a otra.
 * @property {(reserva: Reserva, clave: string) => Promise<string>} anotar Devuelve el localizador.
 * @property {(localizador: string) => Promise<Reserva>} leer
 */

// #region tabla
const TABLA = `CREATE TABLE IF NOT EXISTS reservas (
  localizador TEXT NOT NULL,
  clave       TEXT NOT NULL UNIQUE,
  correo      TEXT NOT NULL,
  plazas      INTEGER NOT NULL,
  precio      INTEGER NOT NULL,
  intentos    INTEGER NOT NULL DEFAULT 1
)`;

// Quien llega después con la misma clave no reserva otra vez: recibe el localizador de la primera.
const ANOTAR = `INSERT INTO reservas (localizador, clave, correo, plazas, precio)
  VALUES (@localizador, @clave, @correo, @plazas, @precio)
  ON CONFLICT (clave) DO UPDATE SET intentos = intentos + 1
  RETURNING localizador`;
// #endregion

const LEER = 'SELECT correo, plazas, precio FROM reservas WHERE localizador = ?';

/**
 * Las reservas, en un archivo SQLite que comparten todas las réplicas de esta máquina.
 *
 * @param {string} archivo
 * @returns {Libro}
 */
export function abrirLibro(archivo) {
  const base = abrirBase(archivo, TABLA);
  // Se prepara en cada operación: una consulta guardada no mantiene abierta su base, que sin otra referencia se cierra.
  const anotar = (/** @type {Record<string, string | number>} */ fila) => base.prepare(ANOTAR).get(fila);
  return {
    cotizar,
    anotar: (reserva, clave) =>
      viaje(() => String(anotar({ ...reserva, clave, localizador: localizadorNuevo() }).localizador)),
    leer: (localizador) => viaje(() => /** @type {Reserva} */ ({ ...base.prepare(LEER).get(localizador) })),
  };
}

/**
 * @param {string} archivo
 * @param {string} tabla
 */
export function abrirBase(archivo, tabla) {
  const base = new DatabaseSync(archivo, { timeout: 10_000 });
  base.exec('PRAGMA journal_mode = WAL');
  base.exec(tabla);
  return base;
}

/** @param {number} plazas */
export function cotizar(plazas) {
  return viaje(() => plazas * randomInt(15, 30));
}

export function localizadorNuevo() {
  return randomBytes(5).toString('hex');
}

/** Como si la base de datos estuviera lejos: tarda al ir y tarda al volver. */
const DEMORA_MS = Number(process.env['RESERVAS_DEMORA_MS'] ?? 0);

/**
 * @template T
 * @param {() => T} trabajo
 */
export async function viaje(trabajo) {
  await pasar(Math.random() * DEMORA_MS);
  const resultado = trabajo();
  await pasar(Math.random() * DEMORA_MS);
  return resultado;
}
