/** Lo que interesa a quien opera la flota; ningún suceso lleva respuestas, claves ni estados. */
const NOTABLES = new Set(['repeated', 'taken_over', 'unsettled', 'released', 'rejected', 'fault', 'drift']);

/** @param {import('vuelta').VueltaEvent} suceso */
export function anotarSuceso(suceso) {
  if (NOTABLES.has(suceso.type)) console.error(`[reservas] ${suceso.type}${detalle(suceso)}`);
  if (suceso.type === 'step_run' && suceso.again) console.error('[reservas] step_again');
}

/** @param {import('vuelta').VueltaEvent} suceso */
function detalle(suceso) {
  if ('reason' in suceso) return ` ${suceso.reason}`;
  return 'code' in suceso ? ` ${suceso.code}` : '';
}
