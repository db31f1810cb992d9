import * as otel from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { McpServer } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { accept, connect } from '../../src/client/index.js';
import { createVuelta, fail, text } from '../../src/index.js';

const exporter = new InMemorySpanExporter();
const CANARY = 'canary-7f3a';

beforeAll(() => {
  otel.trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
  otel.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  otel.propagation.setGlobalPropagator(new W3CTraceContextPropagator());
});
beforeEach(() => exporter.reset());
afterAll(() => {
  for (const api of [otel.trace, otel.context, otel.propagation]) api.disable();
});

const keys = [{ kid: 'k', secret: new Uint8Array(32).fill(4) }];
const vuelta = createVuelta({ keys, telemetry: otel });

function createServer(): McpServer {
  const server = new McpServer({ name: 'spans', version: '1.0.0' });
  const rounds = vuelta.attach(server);
  rounds.tool('book', {}, async (_args, ask) => {
    const who = await ask.form('who', { message: 'Who?', schema: z.object({ name: z.string() }) });
    const { confirmed } = await ask.confirm('sure', 'Sure?');
    if (who.action !== 'accept' || !confirmed) return fail('no');
    await ask.once('note', () => otel.trace.getTracer('handler').startSpan('inside').end());
    return text('booked');
  });
  rounds.tool('broken', {}, () => {
    throw new Error('boom');
  });
  rounds.tool('plain', {}, () => text('hello'));
  return server;
}

const answers = { who: accept({ name: CANARY }), sure: accept({ sure: true }) };
const spans = () => exporter.getFinishedSpans();
const named = (name: string) => spans().filter((span) => span.name === name);

describe('OpenTelemetry', () => {
  it('makes one span a round and one trace a flow; F51 an ask is not an error', async () => {
    await using harness = await connect(createServer);
    await harness.call('book', {}, { answers });
    const rounds = named('tools/call book');
    expect(rounds.map(({ attributes }) => [attributes['vuelta.round'], attributes['vuelta.outcome']])).toEqual([
      [1, 'asked'],
      [2, 'asked'],
      [3, 'result'],
    ]);
    expect(new Set(rounds.map((span) => span.spanContext().traceId)).size).toBe(1);
    expect(new Set(rounds.slice(1).map(({ attributes }) => attributes['vuelta.flow.id'])).size).toBe(1);
    expect(rounds.every(({ status }) => status.code === otel.SpanStatusCode.UNSET)).toBe(true);
    expect(rounds[0]?.attributes).toMatchObject({
      'mcp.method.name': 'tools/call',
      'gen_ai.tool.name': 'book',
      'vuelta.asks': 1,
    });
  });

  it('what the handler starts is inside the span of its round', async () => {
    await using harness = await connect(createServer);
    await harness.call('book', {}, { answers });
    expect(named('inside')[0]?.parentSpanContext?.spanId).toBe(named('tools/call book')[2]?.spanContext().spanId);
  });

  it('honours the traceparent of the request, and links to the first round', async () => {
    await using harness = await connect(createServer);
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const first = await harness.firstRound('book');
    const inputResponses = { who: answers.who };
    const params = {
      name: 'book',
      arguments: {},
      inputResponses,
      requestState: first.rawState(),
      _meta: { traceparent },
    };
    await harness.request('tools/call', params);
    const [one, two] = named('tools/call book');
    expect(two?.spanContext().traceId).toBe('4bf92f3577b34da6a3ce929d0e0e4736');
    expect(two?.parentSpanContext?.spanId).toBe('00f067aa0ba902b7');
    expect(two?.links.map(({ context }) => context.spanId)).toEqual([one?.spanContext().spanId]);
  });

  it('marks errors, refusals and repeats', async () => {
    await using harness = await connect(createServer);
    await harness.call('broken');
    await harness.request('tools/call', { name: 'book', arguments: {}, requestState: 'x.y.z' });
    const first = await harness.firstRound('book');
    const retry = { name: 'book', arguments: {}, inputResponses: { who: answers.who }, requestState: first.rawState() };
    await harness.request('tools/call', retry);
    await harness.request('tools/call', retry);
    expect(
      spans().map(({ attributes, status }) => [
        attributes['vuelta.outcome'],
        attributes['vuelta.repeated'],
        status.code,
      ]),
    ).toEqual([
      ['error_result', false, otel.SpanStatusCode.ERROR],
      ['refused', undefined, otel.SpanStatusCode.ERROR],
      ['asked', false, otel.SpanStatusCode.UNSET],
      ['asked', false, otel.SpanStatusCode.UNSET],
      ['asked', true, otel.SpanStatusCode.UNSET],
    ]);
  });

  it('a call that asks nothing is a round of its own', async () => {
    await using harness = await connect(createServer);
    await harness.call('plain');
    expect(named('tools/call plain')[0]?.attributes).toMatchObject({ 'vuelta.round': 1, 'vuelta.outcome': 'result' });
  });

  it('no span holds an answer or a state', async () => {
    await using harness = await connect(createServer);
    const outcome = await harness.call('book', {}, { answers });
    const rounds = named('tools/call book');
    expect(rounds).toHaveLength(outcome.rounds.length);
    const seen = JSON.stringify(
      spans().map(({ name, attributes, events, status }) => ({ name, attributes, events, status })),
    );
    expect(seen).not.toContain(CANARY);
    const state = outcome.rounds[0]?.rawState() ?? '';
    expect(state.length).toBeGreaterThan(40);
    expect(seen).not.toContain(state.slice(0, 40));
  });
});
