import { McpServer } from '@modelcontextprotocol/server';
import { createVuelta, fail, text } from 'vuelta';
import * as z from 'zod';
import { claves } from './claves.mjs';
import { escalate, escalationsOf } from './escalaciones.mjs';
import { servir } from './servir.mjs';

const PRIORITIES = { p1: 'P1 Service down', p2: 'P2 Major feature broken', p3: 'P3 Minor issue' };
const AREAS = /** @type {const} */ (['billing', 'login', 'api', 'mobile-app']);

// #region formulario
const option = (/** @type {keyof typeof PRIORITIES} */ id) => z.literal(id).meta({ title: PRIORITIES[id] });

const Details = z.object({
  priority: z.union([option('p1'), option('p2'), option('p3')]).meta({ title: 'Priority' }),
  area: z.enum(AREAS).meta({ title: 'Area' }),
  affectedCustomers: z.int().min(1).max(10_000).default(1).meta({ title: 'Affected customers' }),
  customerEmail: z.email().optional().meta({ title: 'Customer email' }),
  outage: z.boolean().default(false).meta({ title: 'Is it an outage?' }),
});
// #endregion

const vuelta = createVuelta({ keys: claves });

const TicketId = z
  .string()
  .regex(/^[\w#./-]{1,64}$/)
  .describe('Id of the ticket, for example T-1042');

// #region escalar
/** @param {import('vuelta').Rounds} rounds */
function registerEscalate(rounds) {
  const config = {
    description: 'Escalates a support ticket. Asks the agent for the details first.',
    inputSchema: z.object({
      ticketId: TicketId,
      answers: Details.optional().describe('Leave out unless a result of this tool told you to fill it in.'),
    }),
  };
  rounds.tool('escalate_ticket', config, async ({ ticketId, answers }, ask) => {
    const relayed = ask.supports('form') ? undefined : answers;
    const details =
      relayed ??
      (await ask.form('details', {
        message: `Escalate ${ticketId}: what is going on?`,
        schema: Details,
        attempts: 3,
        decline: text(`The agent chose not to escalate ${ticketId}. The ticket is unchanged.`),
        cancel: text(`The form for ${ticketId} was closed without an answer. Nothing was written.`),
        exhausted: fail(`${ticketId} is unchanged: three answers in a row did not fit the form. Ask what is wrong.`),
        fallback: howToRetry(ticketId),
      }));
    const givenBy = relayed === undefined ? 'agent' : 'model';
    const reference = await ask.once('escalate', () =>
      escalate(ticketId, details, { agent: agentOf(ask.ctx), givenBy }),
    );
    return text(`Escalated ${ticketId} as ${details.priority} in ${details.area}. Reference ${reference}.`);
  });
}
// #endregion

// #region alternativa
/**
 * El modelo no puede cambiar de cliente, pero sí hablar con el agente: se le dice qué preguntar y dónde poner lo que le digan.
 *
 * @param {string} ticketId
 */
function howToRetry(ticketId) {
  const priorities = Object.entries(PRIORITIES).map(([id, title]) => `${id} (${title})`);
  return [
    `${ticketId} is unchanged: this client cannot show the agent a form.`,
    'Ask the agent in the conversation, and do not choose for them:',
    `- priority (required): ${priorities.join(', ')}`,
    `- area (required): ${AREAS.join(', ')}`,
    '- affectedCustomers (1 if they do not know): a whole number from 1 to 10000',
    '- customerEmail (optional): an e-mail address',
    '- outage (false if they do not say): true or false',
    `Then call escalate_ticket again with ticketId "${ticketId}" and what the agent said under "answers".`,
  ].join('\n');
}
// #endregion

// #region identidad
/**
 * Quién escala lo dice la autorización, nunca un campo del formulario: en él se puede escribir cualquier nombre.
 *
 * @param {import('@modelcontextprotocol/server').ServerContext} ctx
 */
function agentOf({ http }) {
  const subject = http?.authInfo?.extra?.['sub'];
  return typeof subject === 'string' ? subject : (http?.authInfo?.clientId ?? 'local');
}
// #endregion

/** @param {McpServer} server */
function registerShow(server) {
  const config = { description: 'Shows the escalations of a ticket', inputSchema: z.object({ ticketId: TicketId }) };
  server.registerTool('show_ticket', config, ({ ticketId }) => {
    const escalations = escalationsOf(ticketId);
    return text(JSON.stringify({ ticketId, status: escalations.length > 0 ? 'escalated' : 'open', escalations }));
  });
}

export function createServer() {
  const server = new McpServer({ name: 'support-desk', version: '1.0.0' });
  registerEscalate(vuelta.attach(server));
  registerShow(server);
  return server;
}

await servir(createServer, import.meta.url);
