import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Ctx, Payload } from '@nestjs/microservices';
import { McpController, McpStrategy, StdioTransport, Tool } from '@rekog/mcp-nest';
import * as z from 'zod';
import { acoes, CANCELADA, contarReservas, pergunta, recusa, reservar } from '../turmas.mjs';

// MCP-Nest: a method of a controller that awaits ctx.mcpServer.server.elicitInput. Its decorators are applied as functions,
// because this file is plain JavaScript.
const requestedSchema = {
  type: 'object',
  properties: { confirmar: { type: 'boolean', title: 'Confirmar' } },
  required: ['confirmar'],
};
const parameters = z.object({ turma_id: z.string(), email: z.string() });

const text = (value, isError = false) => ({ content: [{ type: 'text', text: value }], isError });

class Turmas {
  verReservas() {
    return text(contarReservas());
  }
}

function decorate(method, ...decorators) {
  for (const decorator of decorators) {
    decorator(Turmas.prototype, method, Object.getOwnPropertyDescriptor(Turmas.prototype, method));
  }
}

for (const { tool, description, vagas } of acoes) {
  Turmas.prototype[tool] = async ({ turma_id, email }, ctx) => {
    const motivo = recusa(turma_id, vagas);
    if (motivo !== undefined) return text(motivo, true);
    const answer = await ctx.mcpServer.server.elicitInput({ message: pergunta(email, vagas), requestedSchema });
    if (answer.action !== 'accept' || answer.content?.confirmar !== true) return text(CANCELADA, true);
    return text(reservar(email, vagas));
  };
  Payload()(Turmas.prototype, tool, 0);
  Ctx()(Turmas.prototype, tool, 1);
  decorate(tool, Tool({ name: tool, description, parameters }));
}
const annotations = { readOnlyHint: true };
decorate('verReservas', Tool({ name: 'ver_reservas', description: 'Quantas reservas há', annotations }));
McpController()(Turmas);

const strategy = new McpStrategy({ name: 'turmas', version: '1.0.0', transports: [new StdioTransport()] });
function App() {}
Module({ controllers: [Turmas] })(App);

const app = await NestFactory.createMicroservice(App, { strategy, logger: false });
await app.listen();
