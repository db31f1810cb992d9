import {
  acceptedContent,
  createMcpHandler,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  McpServer,
} from '@modelcontextprotocol/server';
import { ArgsSchema } from './flows.mjs';
import { quickCodec } from './quick-codec.mjs';

const text = (message) => ({ content: [{ type: 'text', text: message }] });

const options = {
  key: new Uint8Array(32).fill(7),
  bind: (ctx) => JSON.stringify([ctx.mcpReq.method, ctx.http?.authInfo?.clientId ?? '']),
};
const own = createRequestStateCodec(options);
const quick = quickCodec(options);

/** The elicitation of a question as the SDK teaches it: the schema is converted in every round. */
const converted = ({ message, schema }) => inputRequired.elicit({ message, requestedSchema: schema });

/** The same tool by hand: reads what came, keeps it in a signed state, asks for what is missing. */
export function sdkFlow(rounds, elicit = converted, codec = own) {
  return createMcpHandler(() => {
    const verify = (state, ctx) => codec.verify(state, ctx);
    const server = new McpServer({ name: 'bench', version: '1.0.0' }, { requestState: { verify } });
    server.registerTool('book', { inputSchema: ArgsSchema }, async ({ id }, ctx) => {
      const { inputResponses } = ctx.mcpReq;
      const answers = { ...ctx.mcpReq.requestState()?.answers };
      for (const questions of rounds) {
        const inputRequests = {};
        for (const question of questions) {
          const { key, schema } = question;
          if (Object.hasOwn(answers, key)) continue;
          const view = inputResponse(inputResponses, key);
          if (view.kind === 'elicit' && view.action !== 'accept') return { ...text('nothing booked'), isError: true };
          const content = acceptedContent(inputResponses, key, schema);
          if (content === undefined) inputRequests[key] = elicit(question);
          else answers[key] = content;
        }
        if (Object.keys(inputRequests).length > 0) {
          return inputRequired({ inputRequests, requestState: await codec.mint({ answers }, ctx) });
        }
      }
      return text(`booked: ${id} after ${Object.keys(answers).length} answers`);
    });
    return server;
  });
}

/** The same again, with every elicitation built once: what an author who counts microseconds would write. */
export function leanSdkFlow(rounds, codec = own) {
  const built = new Map(rounds.flat().map((question) => [question, converted(question)]));
  return sdkFlow(rounds, (question) => built.get(question), codec);
}

/** Both once more where signing is cheap: the codec of the SDK with the speed of `node:crypto`. */
export const quickSdkFlow = (rounds) => sdkFlow(rounds, converted, quick);
export const quickLeanSdkFlow = (rounds) => leanSdkFlow(rounds, quick);

/** The two-leg tool with nothing to protect it: no state, and any answer counts. */
export function sdkBare(question) {
  const { key, schema } = question;
  return createMcpHandler(() => {
    const server = new McpServer({ name: 'bench', version: '1.0.0' });
    server.registerTool('book', { inputSchema: ArgsSchema }, ({ id }, ctx) => {
      const content = acceptedContent(ctx.mcpReq.inputResponses, key, schema);
      if (content === undefined) return inputRequired({ inputRequests: { [key]: converted(question) } });
      return text(`booked: ${id}`);
    });
    return server;
  });
}

/** A server whose one tool never asks. */
export function sdkPlain() {
  return createMcpHandler(() => {
    const server = new McpServer({ name: 'bench', version: '1.0.0' });
    server.registerTool('book', { inputSchema: ArgsSchema }, ({ id }) => text(`booked: ${id}`));
    return server;
  });
}
