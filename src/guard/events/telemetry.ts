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
