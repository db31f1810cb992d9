import { rechazar } from './sellado.mjs';

// Cómo acaba una llamada que se repite, para los servidores que lo hacen mal en un solo punto.

/** Deja pasar lo que ya está en marcha: sin reloj, para que dé igual lo cargada que esté la máquina. */
export async function turnos(cuantos = 100) {
  for (let turno = 0; turno < cuantos; turno += 1) await new Promise((seguir) => setImmediate(seguir));
}

/**
 * @typedef {import('./sellado.mjs').Resultado} Resultado
 * @typedef {object} Malas Qué hace un servidor roto con lo que se repite; lo demás, como debe ser.
 * @property {(hacer: () => Resultado, primero: Resultado) => Resultado} [igual] la misma petición, cuando ya acabó
 * @property {(hacer: () => Resultado, primero: Resultado) => Resultado} [otra] el mismo estado con otra respuesta
 * @property {(signal: AbortSignal) => Promise<boolean>} [recordar] tras hacerlo; `false` para olvidarlo
 */

/**
 * Como `unaVez`, y además lo que está en marcha se espera.
 *
 * @param {Malas} [malas]
 * @returns {import('./sellado.mjs').Terminar}
 */
export function repetir({ igual = (_, primero) => primero, otra = rechazar, recordar = async () => true } = {}) {
  /** @type {Map<string, { decision: string, resultado: Resultado }>} */
  const acabadas = new Map();
  /** @type {Map<string, Promise<Resultado>>} */
  const enMarcha = new Map();
  return async ({ flujo, decision, signal }, hacer) => {
    const espera = enMarcha.get(flujo);
    if (espera !== undefined) return espera;
    const acabada = acabadas.get(flujo);
    if (acabada !== undefined) return (acabada.decision === decision ? igual : otra)(hacer, acabada.resultado);
    const trabajo = (async () => {
      await turnos();
      const resultado = hacer();
      if (await recordar(signal)) acabadas.set(flujo, { decision, resultado });
      return resultado;
    })();
    enMarcha.set(flujo, trabajo);
    return trabajo.finally(() => enMarcha.delete(flujo));
  };
}

/**
 * Mira si la llamada ya acabó, trabaja y sólo entonces lo apunta: dos a la vez trabajan las dos.
 *
 * @param {(propio: Resultado, primero: Resultado) => Resultado} contestar
 * @returns {import('./sellado.mjs').Terminar}
 */
export function aLaVez(contestar) {
  /** @type {Map<string, { decision: string, resultado: Resultado }>} */
  const acabadas = new Map();
  return async ({ flujo, decision }, hacer) => {
    const antes = acabadas.get(flujo);
    if (antes !== undefined) return antes.decision === decision ? antes.resultado : rechazar();
    await turnos();
    const propio = hacer();
    const primera = acabadas.get(flujo) ?? { decision, resultado: propio };
    acabadas.set(flujo, primera);
    return contestar(propio, primera.resultado);
  };
}
