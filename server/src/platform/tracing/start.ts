import { truncate } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import type { Part } from "../lib/index.ts";
import { useTracer } from "./spans.ts";

/** Where traces are sent, how many percent of them, and how often. `endpoint` may contain a password. */
export type TraceSettings = { endpoint: string; percent: number; everyMs?: number };

const FLUSH_MS = 2_000;
const EVERY_MS = 5_000;

/** Exports traces by OTLP over HTTP until stopped. The libraries for that are loaded only here. */
export async function startTracing(
  { endpoint, percent, everyMs = EVERY_MS }: TraceSettings,
  { version, log }: { version: string; log: Logger },
): Promise<Part> {
  const [api, { AsyncLocalStorageContextManager }, { OTLPTraceExporter }, { resourceFromAttributes }, sdk, core] =
    await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/context-async-hooks"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/sdk-trace"),
      import("@opentelemetry/core"),
    ]);
  const share = new sdk.TraceIdRatioBasedSampler(percent / 100);
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ "service.name": "groundcrew", "service.version": version }),
    // A client cannot decide that its requests are traced.
    sampler: new sdk.ParentBasedSampler({
      root: share,
      remoteParentSampled: share,
      remoteParentNotSampled: share,
    }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: addressOf(endpoint), timeoutMillis: FLUSH_MS }),
        exportTimeoutMillis: FLUSH_MS,
        scheduledDelayMillis: everyMs,
      }),
    ],
  });
  const contexts = new AsyncLocalStorageContextManager().enable();
  api.context.setGlobalContextManager(contexts);
  api.propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  api.diag.setLogger(warningsTo(log), { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true });
  useTracer({ api, tracer: provider.getTracer("groundcrew", version) });
  return {
    async stop() {
      useTracer(null);
      await provider
        .shutdown()
        .catch((error: unknown) => log.warn({ err: error }, "the last traces could not be sent"));
      api.context.disable();
      api.propagation.disable();
      api.diag.disable();
    },
  };
}

/** The path of traces below an endpoint, as the OpenTelemetry specification defines it. */
function addressOf(endpoint: string): string {
  const url = new URL(endpoint);
  url.pathname = `${url.pathname.replace(/\/$/, "")}/v1/traces`;
  return url.href;
}

/** The library's warnings, such as that the collector cannot be reached. */
function warningsTo(log: Logger) {
  const warn = (message: string) => log.warn({ reason: truncate(message, 500) }, "traces could not be sent");
  const ignore = () => {};
  return { error: warn, warn, info: ignore, debug: ignore, verbose: ignore };
}
