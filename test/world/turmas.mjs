/** The class of the lesson, with places enough for every check of the contract. Servers of every stack share these rules. */
const turma = { id: 'html-01', titulo: 'HTML semântico para agentes', vagas: 5000, reservas: [] };

/** The two tools of the booking server that ask: they take the same arguments and book one place, or two. */
export const acoes = [
  { tool: 'reservar_vaga', description: 'Reserva 1 vaga em uma turma, com a confirmação da pessoa', vagas: 1 },
  { tool: 'reservar_par', description: 'Reserva 2 vagas em uma turma, com a confirmação da pessoa', vagas: 2 },
];

export const CANCELADA = 'reserva cancelada pelo usuário';

/** Why a class cannot be booked, or undefined. */
export function recusa(turma_id, vagas = 1) {
  if (turma_id !== turma.id) return `turma ${turma_id} não existe`;
  if (turma.vagas < vagas) return `turma ${turma_id} sem vagas`;
  return undefined;
}

export const pergunta = (email, vagas) =>
  `Reservar ${vagas} vaga${vagas > 1 ? 's' : ''} em "${turma.titulo}" para ${email}?`;

/** Books, and says so. */
export function reservar(email, vagas) {
  turma.vagas -= vagas;
  turma.reservas.push(email);
  return `reservado: ${turma.id} para ${email} (restam ${turma.vagas})`;
}

/** How many bookings there are, as the read-only tool tells it. */
export const contarReservas = () => String(turma.reservas.length);
