import { isObject } from '../../json.js';
import { isInputRequiredResult, type Result } from '@modelcontextprotocol/server';
import type { Entered } from '../entry.js';
import { NAME_LIMIT } from './events.js';
import type { Passage } from '../flow.js';
import { shown } from './shown.js';
import type { Verb } from '../policy.js';

/**
 * The parts of `@opentelemetry/api` that are used. Pass the module itself: `import * as otel from '@opentelemetry/api'`. Nothing is imported
 * here, so a server without telemetry does not load it.
 */
export interface Telemetry {
  readonly trace: {
    getTracer(name: string): TelemetryTracer;
    setSpan(context: TelemetryContext, span: TelemetrySpan): TelemetryContext;
    getSpanContext(context: TelemetryContext): TelemetrySpanContext | undefined;
  };
  readonly context: {
    active(): TelemetryContext;
    with<T>(context: TelemetryContext, work: () => T): T;
  };
  readonly propagation: {
    extract(context: TelemetryContext, carrier: unknown): TelemetryContext;
    inject(context: TelemetryContext, carrier: unknown): void;
  };
}

/** A `Context` of the API: opaque here. */
export interface TelemetryContext {
  getValue(key: symbol): unknown;
  setValue(key: symbol, value: unknown): TelemetryContext;
  deleteValue(key: symbol): TelemetryContext;
}

/** A `SpanContext` of the API. */
export interface TelemetrySpanContext {
  traceId: string;
  spanId: string;
  traceFlags: number;
}

/** A `Span` of the API. */
export interface TelemetrySpan {
  spanContext(): TelemetrySpanContext;
  setAttribute(name: string, value: string | number | boolean): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  end(): void;
}

/** A `Tracer` of the API. */
export interface TelemetryTracer {
  startSpan(
    name: string,
    options: {
      kind?: number;
      startTime?: number;
      attributes?: Record<string, string | number | boolean>;
      links?: { context: TelemetrySpanContext }[];
    },
    context: TelemetryContext,
  ): unknown;
}

export interface RoundSpan {
  /** For the state, so that the rounds of a flow share a trace. */
  readonly traceparent: string | undefined;
  /** The handler runs: this is no repeat. */
  ran(): void;
}

const NO_SPAN: RoundSpan = { traceparent: undefined, ran: () => undefined };

const SERVER_KIND = 1;
const ERROR_STATUS = 2;

const TARGET_ATTRIBUTE: Record<Verb, string> = {
  'tools/call': 'gen_ai.tool.name',
  'prompts/get': 'gen_ai.prompt.name',
  'resources/read': 'mcp.resource.uri',
};

/**
 * One span per round, one trace per flow. A round whose request has a `traceparent` belongs to that trace and links to the flow's first round;
 * any other continues the trace of the first round, which the state carries. An ask is not an error.
 */
export class Spans {
  readonly #api: Telemetry | undefined;
  readonly #tracer: TelemetryTracer | undefined;

  constructor(api: Telemetry | undefined) {
    this.#api = api;
    this.#tracer = api?.trace.getTracer('vuelta');
  }

  get on(): boolean {
    return this.#api !== undefined;
  }

  entry<T>(passage: Passage, work: () => Promise<T>): Promise<T> {
    return this.on ? this.#entry(passage, work) : work();
  }

  async #entry<T>(passage: Passage, work: () => Promise<T>): Promise<T> {
    const startTime = Date.now();
    try {
      return await work();
    } catch (error) {
      const span = this.#start(passage, undefined, startTime, {});
      span?.setAttribute('vuelta.outcome', 'refused');
      span?.setStatus({ code: ERROR_STATUS });
      span?.end();
      throw error;
    }
  }

  round(passage: Passage, entered: Entered, work: (span: RoundSpan) => Promise<Result>): Promise<Result> {
    return this.on ? this.#round(passage, entered, work) : work(NO_SPAN);
  }

  async #round(
    passage: Passage,
    { flow, trace }: Entered,
    work: (span: RoundSpan) => Promise<Result>,
  ): Promise<Result> {
    const api = this.#api;
    const attributes = { 'vuelta.flow.id': flow.id, 'vuelta.round': flow.round };
    const span = this.#start(passage, trace, Date.now(), attributes);
    if (api === undefined || span === undefined) return work(NO_SPAN);
    const context = api.trace.setSpan(api.context.active(), span);
    let isRepeat = true;
    const ran = (): void => {
      isRepeat = false;
    };
    try {
      const result = await api.context.with(context, () => work({ traceparent: traceparentOf(api, context), ran }));
      describe(span, result, isRepeat);
      return result;
    } catch (error) {
      span.setAttribute('vuelta.outcome', 'error');
      span.setStatus({ code: ERROR_STATUS });
      throw error;
    } finally {
      span.end();
    }
  }

  #start(
    { method, target, ctx }: Passage,
    flowTrace: string | undefined,
    startTime: number,
    attributes: Record<string, string | number>,
  ): TelemetrySpan | undefined {
    const api = this.#api;
    if (api === undefined) return undefined;
    const own = ctx.mcpReq._meta?.['traceparent'] ?? ctx.http?.req?.headers.get('traceparent');
    const parent = typeof own === 'string' ? own : flowTrace;
    const link = typeof own === 'string' ? spanContextOf(api, flowTrace) : undefined;
    const name = shown(target, NAME_LIMIT);
    const options = {
      kind: SERVER_KIND,
      startTime,
      attributes: { 'mcp.method.name': method, [TARGET_ATTRIBUTE[method]]: name, ...attributes },
      links: link === undefined ? [] : [{ context: link }],
    };
    return this.#tracer?.startSpan(`${method} ${name}`, options, contextOf(api, parent)) as TelemetrySpan | undefined;
  }
}

function describe(span: TelemetrySpan, result: Result, isRepeat: boolean): void {
  const isError = result['isError'] === true;
  const kind = isInputRequiredResult(result) ? 'asked' : isError ? 'error_result' : 'result';
  span.setAttribute('vuelta.outcome', kind);
  span.setAttribute('vuelta.repeated', isRepeat);
  const asks = result['inputRequests'];
  if (kind === 'asked' && isObject(asks)) span.setAttribute('vuelta.asks', Object.keys(asks).length);
  if (isError) span.setStatus({ code: ERROR_STATUS });
}

function contextOf({ context, propagation }: Telemetry, traceparent: string | undefined): TelemetryContext {
  return traceparent === undefined ? context.active() : propagation.extract(context.active(), { traceparent });
}

function spanContextOf(api: Telemetry, traceparent: string | undefined) {
  return traceparent === undefined ? undefined : api.trace.getSpanContext(contextOf(api, traceparent));
}

function traceparentOf({ propagation }: Telemetry, context: TelemetryContext): string | undefined {
  const carrier: { traceparent?: unknown } = {};
  propagation.inject(context, carrier);
  return typeof carrier.traceparent === 'string' ? carrier.traceparent : undefined;
}
