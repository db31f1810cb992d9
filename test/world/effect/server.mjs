import { NodeRuntime, NodeStdio } from '@effect/platform-node';
import { Context, Effect, Layer, Logger } from 'effect';
import { McpProtocol, McpSchema, McpServer } from 'effect/ai';
import { acoes, CANCELADA, contarReservas, pergunta, recusa, reservar } from '../turmas.mjs';

// Effect: a handler returns InputRequired and reads what came back from the McpRequestContext of the next round. Only the
// 2026-07-28 adapter carries it; on older revisions asking is another API, McpServer.elicit.
const ask = (message) => ({
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message,
    requestedSchema: {
      type: 'object',
      properties: { confirmar: { type: 'boolean', title: 'Confirmar' } },
      required: ['confirmar'],
    },
  },
});

const text = (value, isError = false) =>
  new McpSchema.CallToolResult({ content: [{ type: 'text', text: value }], isError });

const inputSchema = {
  type: 'object',
  properties: { turma_id: { type: 'string' }, email: { type: 'string' } },
  required: ['turma_id', 'email'],
};

const booking = (vagas) =>
  Effect.fnUntraced(function* ({ turma_id, email }) {
    const motivo = recusa(turma_id, vagas);
    if (motivo !== undefined) return text(motivo, true);
    const { inputResponses } = yield* McpSchema.McpRequestContext;
    const answer = inputResponses?.confirmar;
    if (answer === undefined) {
      return new McpSchema.InputRequired({ inputRequests: { confirmar: ask(pergunta(email, vagas)) } });
    }
    if (answer.action !== 'accept' || answer.content?.confirmar !== true) return text(CANCELADA, true);
    return text(reservar(email, vagas));
  });

const registrations = Layer.effectDiscard(
  Effect.gen(function* () {
    const server = yield* McpServer.McpServer;
    const add = (tool, handle) =>
      server.addTool({ tool: new McpSchema.Tool(tool), annotations: Context.empty(), handle });
    for (const { tool, description, vagas } of acoes) {
      yield* add({ name: tool, description, inputSchema }, booking(vagas));
    }
    const leitura = { name: 'ver_reservas', description: 'Quantas reservas há', inputSchema: { type: 'object' } };
    const count = () => Effect.sync(() => text(contarReservas()));
    yield* add({ ...leitura, annotations: { readOnlyHint: true } }, count);
  }),
);

const protocols = [McpProtocol.v2026_07_28, McpProtocol.v2025_11_25];
const server = McpServer.layerStdio({ name: 'turmas', version: '1.0.0', protocols, registrations });
const stderr = Logger.layer([Logger.consolePretty({ stderr: true })]);
NodeRuntime.runMain(Layer.launch(server.pipe(Layer.provide([NodeStdio.layer, stderr]))));
