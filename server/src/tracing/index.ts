export { startTracing, type TraceSettings } from "./start.ts";
export { noteQuery, traced, tracedRequest, traceIds, type OpenSpan } from "./spans.ts";
