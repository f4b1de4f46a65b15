import { Gauge, type GaugeConfiguration } from "prom-client";
import type { Part } from "./repeat.ts";

/** Gauges of sources, such as databases and queues, each of which the metrics include until it is stopped. */
export function gaugesOf<Source>() {
  const sources = new Set<Source>();
  return {
    /** Includes a source in the metrics until it is stopped. */
    watch: (source: Source): Part => {
      sources.add(source);
      return { stop: async () => void sources.delete(source) };
    },
    /** Adds a gauge that `show` sets for each source whenever metrics are read. */
    add<Label extends string = never>(
      config: GaugeConfiguration<Label>,
      show: (gauge: Gauge<Label>, source: Source) => void | Promise<void>,
    ): void {
      const gauge: Gauge<Label> = new Gauge<Label>({
        ...config,
        async collect() {
          gauge.reset();
          for (const source of sources) await show(gauge, source);
        },
      });
    },
  };
}
