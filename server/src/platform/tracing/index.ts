export { startTracing, type TraceSettings } from "./start.ts";
export {
  currentSpan,
  recordQuery,
  recordWork,
  traced,
  tracedRequest,
  traceHeaders,
  traceIds,
  type OpenSpan,
} from "./spans.ts";
