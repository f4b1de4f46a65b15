import { AggregatorRegistry, type Registry } from "prom-client";
import type { LinkThread } from "./link-thread.ts";

/** Metrics as prom-client writes them in JSON. */
export type Metrics = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/**
 * Reads the metrics of a thread that may be slow to answer, or be started again. What it counts never decreases: Prometheus would take that
 * for a restart, and add everything once more. `current` is the thread that runs. The metrics before its start are separate.
 */
export function threadMetrics(current: () => Pick<LinkThread, "report"> | null): () => Promise<Metrics[]> {
  let last: { thread: Pick<LinkThread, "report">; counts: Metrics } | null = null;
  let ended = Promise.resolve<Metrics>([]);

  return async () => {
    const thread = current();
    if (last !== null && last.thread !== thread) {
      ended = sum(ended, last.counts);
      last = null;
    }
    const report = await thread?.report();
    if (thread && report) last = { thread, counts: countsIn(report.metrics) };
    return [await ended, report?.metrics ?? last?.counts ?? []];
  };
}

async function sum(before: Promise<Metrics>, counts: Metrics): Promise<Metrics> {
  return AggregatorRegistry.aggregate([await before, counts]).getMetricsAsJSON();
}

function countsIn(metrics: Metrics): Metrics {
  // By its declarations, prom-client has numbers here.
  return metrics.filter(({ type }) => ["counter", "histogram"].includes(String(type)));
}
