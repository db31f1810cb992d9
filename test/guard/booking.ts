import {
  acceptedContent,
  inputRequired,
  inputResponse,
  ResourceTemplate,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { fail, text } from '../../src/index.js';
import type { Register } from './server.js';

export const Confirm = z.object({ ok: z.boolean() });

/** An embedded form with one yes-or-no field. */
export const confirm = (message: string) => inputRequired.elicit({ message, requestedSchema: Confirm });

/** One ask under the key `confirm`. */
export const asking = (message: string): InputRequiredResult =>
  inputRequired({ inputRequests: { confirm: confirm(message) } });

/** The lesson's handler: it books when the person said yes, and reads only what it was given. */
function book(what: string, booked: string[], ctx: ServerContext): CallToolResult | InputRequiredResult {
  const answer = inputResponse(ctx.mcpReq.inputResponses, 'confirm');
  if (answer.kind === 'elicit' && answer.action !== 'accept') return fail('kept');
  if (acceptedContent(ctx.mcpReq.inputResponses, 'confirm', Confirm)?.ok !== true) return asking(`Book ${what}?`);
  booked.push(what);
  return text(`booked ${what}`);
}

/** Two tools, a prompt and resources that book, in the style of a plain server: they know nothing of the guard. */
export function booking(booked: string[]): Register {
  const args = z.looseObject({ seat: z.unknown() });
  return (server) => {
    server.registerTool('book', { inputSchema: args }, ({ seat }, ctx) => book(`book ${label(seat)}`, booked, ctx));
    server.registerTool('hold', { inputSchema: args }, ({ seat }, ctx) => book(`hold ${label(seat)}`, booked, ctx));
    server.registerPrompt('invite', { argsSchema: z.object({ seat: z.string() }) }, ({ seat }, ctx) => {
      const result = book(`invite ${seat}`, booked, ctx);
      if (!('content' in result)) return result;
      return {
        messages: [{ role: 'user', content: (result as CallToolResult).content[0] as { type: 'text'; text: string } }],
      };
    });
    const read = (uri: URL, ctx: ServerContext) => {
      const result = book(`read ${uri.href}`, booked, ctx);
      if (!('content' in result)) return result;
      return { contents: [{ uri: uri.href, text: `opened ${uri.href}` }] };
    };
    server.registerResource('fixed', 'seat://fixed', {}, (uri, ctx) => read(uri, ctx));
    const template = new ResourceTemplate('seat://row/{id}', { list: undefined });
    server.registerResource('row', template, {}, (uri, _variables, ctx) => read(uri, ctx));
  };
}

function label(seat: unknown): string {
  return typeof seat === 'string' ? seat : JSON.stringify(seat).slice(0, 20);
}
