import { randomUUID } from 'node:crypto';
import {
  acceptedContent,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  McpServer,
} from '@modelcontextprotocol/server';
import * as z from 'zod';

/** What one shop does otherwise than the plain one. */
export interface Variant {
  readonly question?: string;
  readonly address?: z.ZodObject;
  readonly key?: string;
  readonly alsoAsk?: boolean;
  readonly skipPay?: boolean;
  readonly askAgain?: boolean;
  readonly stateless?: boolean;
  readonly frozenState?: boolean;
  readonly ending?: string;
  readonly isError?: boolean;
  readonly orderTwice?: boolean;
  readonly structured?: object;
  readonly crash?: boolean;
}

interface Step {
  readonly step: number;
  readonly street: string;
}

const say = (text: string, more: object = {}): never =>
  ({ content: [{ type: 'text', text }], ...more }) as unknown as never;

/**
 * A shop of the plain SDK with one tool of two rounds: an address, then a yes. `got` has what arrived at it. Every run has an order
 * id, a time and a state of its own, and the second question repeats the street that was answered.
 */
export function createShop(variant: Variant = {}): { createServer: () => McpServer; got: unknown[] } {
  const got: unknown[] = [];
  const codec = createRequestStateCodec<Step>({ key: 'k'.repeat(32) });
  const fixed = codec.mint({ step: 1, street: 'fixed' }, {} as never);

  function createServer(): McpServer {
    const server = new McpServer(
      { name: 'shop', version: '1.0.0' },
      { requestState: { verify: (state, ctx) => codec.verify(state, ctx) } },
    );
    server.registerTool('buy', { inputSchema: z.object({ item: z.string() }) }, async ({ item }, ctx) => {
      const answers = ctx.mcpReq.inputResponses;
      if (answers !== undefined) got.push(answers);
      const { key = 'address', address = z.object({ street: z.string() }) } = variant;
      const street = acceptedContent(answers, key, z.object({ street: z.string() }))?.street;
      const pay = inputResponse(answers, 'pay');
      const order = randomUUID();
      const asking = (asked: string, message: string, requestedSchema: z.ZodObject) => ({
        [asked]: inputRequired.elicit({ message, requestedSchema }),
      });
      if (pay.kind === 'elicit') {
        if (variant.askAgain) {
          return inputRequired({ inputRequests: asking('more', 'And more?', z.object({ more: z.boolean() })) });
        }
        if (variant.crash) throw new Error('boom');
        const state = ctx.mcpReq.requestState<Step>();
        const other = variant.orderTwice ? randomUUID() : order;
        const ending =
          variant.ending ?? `Order ${order} at ${new Date().toISOString()}: ${item} to ${state?.street}, see ${other}`;
        return say(pay.action === 'accept' ? ending : 'Nothing was bought.', {
          isError: variant.isError ?? false,
          ...(variant.structured !== undefined && { structuredContent: variant.structured }),
        });
      }
      if (street === undefined) {
        const asked = {
          ...asking(key, variant.question ?? `Where shall "${item}" go? (request ${order})`, address),
          ...(variant.alsoAsk && asking('gift', 'Is it a gift?', z.object({ gift: z.boolean() }))),
        };
        const requestState = variant.frozenState ? await fixed : await codec.mint({ step: 0, street: order }, ctx);
        return inputRequired({ inputRequests: asked, ...(!variant.stateless && { requestState }) });
      }
      if (variant.skipPay) return say('bought');
      const requestState = variant.frozenState ? await fixed : await codec.mint({ step: 1, street }, ctx);
      return inputRequired({
        inputRequests: asking('pay', `Pay 41 € for "${item}" to ${street}?`, z.object({ pay: z.boolean() })),
        requestState,
      });
    });
    return server;
  }

  return { createServer, got };
}
