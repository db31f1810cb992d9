import { accept, connect, readText } from 'vuelta/client';
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
mostrar(`1ª volta, sem resposta: o que ${NOMBRE} devolve`, { ...primera.raw });

const llamada = await anfitrion.call(NOMBRE, ARGUMENTOS, { answers: { confirmar: accept({ confirmar: true }) } });
for (const vuelta of llamada.rounds) {
  for (const { key, message } of vuelta.asks) {
    mostrar(`Chamada completa, volta ${vuelta.number}: pergunta "${key}"`, message);
    mostrar('O que o cliente acrescenta ao repetir a chamada', {
      inputResponses: vuelta.sent(),
      requestState: vuelta.rawState(),
    });
  }
}
mostrar(`Chamada completa, volta ${llamada.rounds.length}: resultado`, readText(llamada));

await anfitrion.close();
