import { accept, connect, text } from 'vuelta/client';
import { createServer } from './servidor.mjs';

const NOMBRE = 'reservar_vaga';
const ARGUMENTOS = { turma_id: 'html-01', email: 'aluno@exemplo.com' };

/**
 * @param {string} titulo
 * @param {unknown} valor
 */
function mostrar(titulo, valor) {
  console.log(`\n── ${titulo}\n${JSON.stringify(valor, acortarEstado, 2)}`);
}

/**
 * Quien tiene el estado entero puede repetir la vuelta: en pantalla va solo el principio.
 *
 * @param {string} clave
 * @param {unknown} valor
 */
function acortarEstado(clave, valor) {
  if (clave !== 'requestState' || typeof valor !== 'string') return valor;
  return `${valor.slice(0, 12)}… (${valor.length} bytes)`;
}

const anfitrion = await connect(createServer);

const primera = await anfitrion.firstRound(NOMBRE, ARGUMENTOS);
mostrar(`1ª vuelta, sin contestar: lo que devuelve ${NOMBRE}`, { ...primera.raw });

const llamada = await anfitrion.call(NOMBRE, ARGUMENTOS, { answers: { confirmar: accept({ confirmar: true }) } });
for (const vuelta of llamada.rounds) {
  for (const { key, message } of vuelta.asks) {
    mostrar(`Llamada completa, vuelta ${vuelta.number}: pregunta "${key}"`, message);
    mostrar('Lo que el cliente añade al repetir la llamada', {
      inputResponses: vuelta.sent(),
      requestState: vuelta.rawState(),
    });
  }
}
mostrar(`Llamada completa, vuelta ${llamada.rounds.length}: resultado`, text(llamada));

await anfitrion.close();
