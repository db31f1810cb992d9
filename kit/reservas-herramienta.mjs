import { text } from 'vuelta';
import * as z from 'zod';

const Plazas = z.int().min(1).max(6);

const Pedido = z.object({
  correo: z.email({ pattern: z.regexes.html5Email }).describe('Correo de quien reserva'),
  plazas: Plazas.optional().describe('Cuántas plazas; si falta, se pregunta'),
});

const CuantasPlazas = z.object({ plazas: Plazas.meta({ title: 'Plazas' }) });

const SIN_RESERVA = {
  decline: text('No se ha reservado nada.'),
  cancel: text('La reserva queda para otro momento.'),
};

// #region reservar
/**
 * @param {import('vuelta').Rounds} rounds
 * @param {import('./reservas-libro.mjs').Libro} libro
 */
export function registrarReserva(rounds, libro) {
  const config = {
    description: 'Reserva plazas en la excursión, con la confirmación de la persona',
    inputSchema: Pedido,
  };
  rounds.tool('reservar', config, async ({ correo, plazas: pedidas }, ask) => {
    const { plazas } =
      pedidas === undefined
        ? await ask.form('plazas', { message: '¿Cuántas plazas?', schema: CuantasPlazas, ...SIN_RESERVA })
        : { plazas: pedidas };
    const precio = await ask.memo('precio', () => libro.cotizar(plazas));
    const pregunta = `¿Reservar ${plazas} plazas por ${precio} € para ${correo}?`;
    const { confirmed } = await ask.confirm('confirmar', pregunta, SIN_RESERVA);
    if (!confirmed) return SIN_RESERVA.decline;

    const localizador = await ask.once('anotar', ({ idempotencyKey }) =>
      libro.anotar({ correo, plazas, precio }, idempotencyKey),
    );
    const reserva = await libro.leer(localizador);
    return text(
      `Reservado: ${reserva.plazas} plazas por ${reserva.precio} € para ${reserva.correo}. Localizador ${localizador}.`,
    );
  });
}
// #endregion
