export { startTracing, type TraceSettings } from "./start.ts";
export {
  currentSpan,
  noteQuery,
  noteWork,
  traced,
  tracedRequest,
  traceHeaders,
  traceIds,
  type OpenSpan,
} from "./spans.ts";
