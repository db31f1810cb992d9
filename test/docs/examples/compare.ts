import {
  acceptedContent,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { createVuelta, fail, text } from 'vuelta';
import * as z from 'zod';

export const bookings: string[] = [];
const key = crypto.getRandomValues(new Uint8Array(32));
const vuelta = createVuelta({ keys: [{ kid: 'k1', secret: key }] });

const Email = z.object({ email: z.email() });
const nothing = fail('Nothing was booked.');

// #region schemas
const Seats = z.object({ seats: z.int().min(1).max(4) });
const Confirmation = z.object({ confirm: z.boolean() });
// #endregion

export function byHand(): McpServer {
  // #region by-hand
  const codec = createRequestStateCodec<{ seats: number }>({ key });
  const requestState = { verify: (state: string, ctx: ServerContext) => codec.verify(state, ctx) };
  const server = new McpServer({ name: 'classes', version: '1.0.0' }, { requestState });

  server.registerTool('book', { inputSchema: Email }, async ({ email }, ctx) => {
    const answers = ctx.mcpReq.inputResponses;
    let seats = ctx.mcpReq.requestState<{ seats: number }>()?.seats;
    if (seats === undefined) {
      const answer = inputResponse(answers, 'seats');
      if (answer.kind === 'elicit' && answer.action !== 'accept') return nothing;
      seats = acceptedContent(answers, 'seats', Seats)?.seats;
      if (seats === undefined) {
        const ask = inputRequired.elicit({ message: 'How many seats?', requestedSchema: Seats });
        return inputRequired({ inputRequests: { seats: ask } });
      }
    }
    const answer = inputResponse(answers, 'confirm');
    if (answer.kind === 'elicit' && answer.action !== 'accept') return nothing;
    const confirmation = acceptedContent(answers, 'confirm', Confirmation);
    if (confirmation === undefined) {
      const message = `Book ${seats} seats for ${email}?`;
      const ask = inputRequired.elicit({ message, requestedSchema: Confirmation });
      return inputRequired({ inputRequests: { confirm: ask }, requestState: await codec.mint({ seats }, ctx) });
    }
    if (!confirmation.confirm) return nothing;
    const number = bookings.push(email);
    return text(`booking ${number}: ${seats} seats for ${email}`);
  });
  // #endregion
  return server;
}

export function withVuelta(): McpServer {
  // #region with-vuelta
  const server = new McpServer({ name: 'classes', version: '1.0.0' });
  const rounds = vuelta.attach(server);

  rounds.tool('book', { inputSchema: Email }, async ({ email }, ask) => {
    const endings = { decline: nothing, cancel: nothing };
    const { seats } = await ask.form('seats', { message: 'How many seats?', schema: Seats, ...endings });
    const { confirmed } = await ask.confirm('confirm', `Book ${seats} seats for ${email}?`);
    if (!confirmed) return nothing;
    const number = await ask.once('book', () => bookings.push(email));
    return text(`booking ${number}: ${seats} seats for ${email}`);
  });
  // #endregion
  return server;
}
