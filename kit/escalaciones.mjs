/**
 * @typedef {{ priority: string, area: string, affectedCustomers: number, customerEmail?: string | undefined, outage: boolean }} Details
 * @typedef {Details & { reference: string, agent: string, givenBy: 'agent' | 'model' }} Escalation
 */

/** @type {Map<string, Escalation[]>} */
const escalations = new Map();

let last = 1000;

/**
 * Ocupa el lugar del sistema de tickets: aquí todo id es un ticket abierto.
 *
 * @param {string} ticketId
 * @param {Details} details
 * @param {Pick<Escalation, 'agent' | 'givenBy'>} origin
 */
export function escalate(ticketId, details, origin) {
  last += 1;
  const reference = `ESC-${last}`;
  escalations.set(ticketId, [...escalationsOf(ticketId), { reference, ...details, ...origin }]);
  return reference;
}

/** @param {string} ticketId */
export function escalationsOf(ticketId) {
  return escalations.get(ticketId) ?? [];
}
