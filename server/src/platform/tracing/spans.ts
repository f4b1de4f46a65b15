import type { Attributes, Context, Span, SpanContext, SpanKind, Tracer } from "@opentelemetry/api";

/** The part of `@opentelemetry/api` that spans need; it is loaded only when traces are exported. */
type Api = Pick<
  typeof import("@opentelemetry/api"),
  "context" | "propagation" | "trace" | "ROOT_CONTEXT" | "SpanKind" | "SpanStatusCode"
>;

/** Adds attributes to a span that has begun. Never secrets, texts that people or stations have written, or names of people. */
export type OpenSpan = { set: (attributes: Attributes) => void };

type Tracing = { api: Api; tracer: Tracer };

const NO_SPAN: OpenSpan = { set: () => {} };
let tracing: Tracing | null = null;

/** Begins to make spans; null ends that. */
export function useTracer(next: Tracing | null): void {
  tracing = next;
}

/** Does `work` within a span, if traces are exported. The span has failed if `work` rejects. */
export function traced<T>(name: string, attributes: Attributes, work: (span: OpenSpan) => Promise<T>): Promise<T> {
  if (tracing === null) return work(NO_SPAN);
  const { api } = tracing;
  return spanAround(tracing, { name, attributes, kind: api.SpanKind.INTERNAL, parent: api.context.active() }, work);
}

/** The same for a request of a client, which may belong to a trace of the client (`traceparent`). */
export function tracedRequest<T>(
  { method, route, headers }: { method: string; route: string; headers: Readonly<Record<string, unknown>> },
  work: (span: OpenSpan) => Promise<T>,
): Promise<T> {
  if (tracing === null) return work(NO_SPAN);
  const { api } = tracing;
  const parent = api.propagation.extract(api.ROOT_CONTEXT, headers);
  const attributes = { "http.request.method": method, "http.route": route };
  return spanAround(tracing, { name: `${method} ${route}`, attributes, kind: api.SpanKind.SERVER, parent }, work);
}

/** The current span, for work that it causes later; null outside of a trace, and in one that is not sent. */
export function currentSpan(): SpanContext | null {
  const span = tracing?.api.trace.getActiveSpan();
  return span?.isRecording() ? span.spanContext() : null;
}

type Work = { name: string; ms: number; attributes: Attributes; cause: SpanContext | null };

/** Adds work that has just ended, as a trace of its own that refers to the span that caused it. */
export function recordWork({ name, ms, attributes, cause }: Work): void {
  if (tracing === null) return;
  const { api, tracer } = tracing;
  const now = Date.now();
  const links = cause === null ? [] : [{ context: cause }];
  tracer.startSpan(name, { root: true, startTime: now - ms, attributes, links }, api.ROOT_CONTEXT).end(now);
}

/**
 * The header of a request to another server that continues the current trace there (W3C Trace Context); none outside of a trace. There is
 * no `tracestate`, which may contain a client's input.
 */
export function traceHeaders(): { traceparent?: string } {
  const span = currentSpan();
  return span === null ? {} : { traceparent: `00-${span.traceId}-${span.spanId}-01` };
}

/** Adds a statement that has just ended to the current trace: its verb and table, without its text and values. */
export function recordQuery({ sql, ms, isFailed }: { sql: string; ms: number; isFailed: boolean }): void {
  if (tracing === null) return;
  const { api, tracer } = tracing;
  const parent = api.context.active();
  if (!api.trace.getSpan(parent)?.isRecording()) return;
  const now = Date.now();
  const [operation = "query", table] = summaryOf(sql);
  const name = table === undefined ? operation : `${operation} ${table}`;
  const attributes: Attributes = { "db.system.name": "postgresql", "db.operation.name": operation };
  if (table !== undefined) attributes["db.collection.name"] = table;
  const span = tracer.startSpan(name, { kind: api.SpanKind.CLIENT, startTime: now - ms, attributes }, parent);
  if (isFailed) span.setStatus({ code: api.SpanStatusCode.ERROR });
  span.end(now);
}

/** The ids of the current trace and span for the log; empty outside of a trace. */
export function traceIds(): { trace_id?: string; span_id?: string } {
  const current = tracing?.api.trace.getActiveSpan()?.spanContext();
  return current ? { trace_id: current.traceId, span_id: current.spanId } : {};
}

type Begun = { name: string; attributes: Attributes; kind: SpanKind; parent: Context };

async function spanAround<T>(
  { api, tracer }: Tracing,
  { name, attributes, kind, parent }: Begun,
  work: (span: OpenSpan) => Promise<T>,
): Promise<T> {
  const span: Span = tracer.startSpan(name, { kind, attributes }, parent);
  try {
    return await api.context.with(api.trace.setSpan(parent, span), () =>
      work({ set: (more) => void span.setAttributes(more) }),
    );
  } catch (error) {
    // Its message may contain a user's input.
    span.setAttribute("error.type", error instanceof Error ? error.name : typeof error);
    span.setStatus({ code: api.SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

/** The verb of a statement, and its first table. */
function summaryOf(sql: string): string[] {
  const found = /^\s*(?:--[^\n]*\n\s*)*(\w+)/.exec(sql)?.[1]?.toLowerCase();
  if (found === undefined) return [];
  const table = /\b(?:from|into|update|join)\s+"?(\w+)"?/i.exec(sql)?.[1];
  return table === undefined ? [found] : [found, table];
}
