import { draw, pick } from './draw.mjs';

const ENDINGS = { accept: 50, decline: 25, cancel: 25 };

/**
 * What happens to the first delivery of a round. `drop`: the response is lost. `twice`: the proxy sends it to two replicas. `race`: the
 * client sends it twice at once. `impatient`: the client hangs up and sends it again.
 */
const FAULTS = { none: 15, drop: 25, twice: 25, race: 20, impatient: 15 };

const IMPATIENCE_MS = 200;

/**
 * A flow before it begins: who books, how the person answers each question, and what goes wrong with each round. Everything follows
 * from the seed.
 */
export function planFlow(seed, number) {
  const asksPlaces = draw(seed, number, 'asks places') < 0.5;
  const questions = asksPlaces ? ['plazas', 'confirmar'] : ['confirmar'];
  const ending = pick(ENDINGS, seed, number, 'ending');
  const last = ending === 'accept' ? questions.length : Math.floor(draw(seed, number, 'last') * questions.length);
  const places = 1 + Math.floor(draw(seed, number, 'places') * 6);
  const email = `flujo-${number}@exemplo.com`;
  return {
    number,
    email,
    places,
    ending,
    args: asksPlaces ? { correo: email } : { correo: email, plazas: places },
    answers: answersOf(questions.slice(0, last + 1), last, ending, places),
    faults: questions.concat('end').map((_, round) => planFault(seed, number, round)),
  };
}

function answersOf(questions, last, ending, places) {
  const accepted = { plazas: { plazas: places }, confirmar: { confirmar: true } };
  return questions.map((key, index) => ({
    key,
    answer: index === last ? { action: ending } : { action: 'accept', content: accepted[key] },
  }));
}

function planFault(seed, number, round) {
  const patienceMs = 10 + draw(seed, number, round, 'patience') * IMPATIENCE_MS;
  return { kind: pick(FAULTS, seed, number, round, 'fault'), patienceMs };
}
