import { Ledger } from './ledger.mjs';

const BOOKED = /^Reservado: (\d) plazas por (\d+) € para (\S+)\. Localizador ([0-9a-f]{10})\.$/;
const NOT_BOOKED = { decline: 'No se ha reservado nada.', cancel: 'La reserva queda para otro momento.' };

/**
 * Holds what was booked against what the people said. `flows` has a plan each, and an outcome where the flow came to its end; `bookings` are
 * the rows of the table.
 */
export function audit(flows, bookings, ledger) {
  for (const { plan, outcome } of flows) {
    if (outcome === undefined) continue;
    const why = wrongEnd(plan, outcome, bookings);
    if (why !== undefined) ledger.wrong(Ledger.place(plan.number, outcome.rounds), why);
  }
  const accepted = flows.filter(({ plan }) => plan.ending === 'accept');
  const refusals = new Set(flows.filter(({ plan }) => plan.ending !== 'accept').map(({ plan }) => plan.email));
  const booked = new Set(bookings.map(({ correo }) => correo));
  return {
    accepted: accepted.length,
    bookings: bookings.length,
    refusedBooked: [...booked].filter((email) => refusals.has(email)).length,
    duplicates: bookings.length - booked.size,
    lost: flows.filter(({ outcome }) => outcome === undefined).length,
    wrong: ledger.wrongs.length,
    absorbed: bookings.reduce((sum, { intentos = 1 }) => sum + intentos - 1, 0),
  };
}

function wrongEnd({ ending, email, places, answers }, { text, rounds, questions }, bookings) {
  if (rounds !== answers.length + 1) return 'another number of rounds';
  if (ending !== 'accept') return text === NOT_BOOKED[ending] ? undefined : 'another text than that of a no';
  const [, plazas, precio, correo, localizador] = BOOKED.exec(text) ?? [];
  if (localizador === undefined) return 'not the text of a booking';
  if (correo !== email || Number(plazas) !== places) return 'the booking of somebody else';
  if (questions.at(-1) !== `¿Reservar ${plazas} plazas por ${precio} € para ${email}?`)
    return 'another price than asked';
  const row = bookings.find((booking) => booking.localizador === localizador);
  return row?.correo === email && row.precio === Number(precio) ? undefined : 'a booking that is not in the table';
}
