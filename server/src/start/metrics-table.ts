import "../main.ts";
import { collectDefaultMetrics, register, Registry } from "prom-client";
import { z } from "zod";

const typed = z.object({ type: z.enum(["counter", "gauge", "histogram"]), name: z.string(), help: z.string() });
const labeled = z.object({ labelNames: z.array(z.string()) });

/** A metric as it is declared. */
type DescribedMetric = z.infer<typeof typed> & { labels: string[] };

/** Every metric of the server, by name. */
export async function describedMetrics(): Promise<DescribedMetric[]> {
  const described = z.array(typed).parse(await register.getMetricsAsJSON());
  return described
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, type, help }) => ({ name, type, help, labels: labelsOf(name) }));
}

function labelsOf(name: string): string[] {
  return labeled.parse(register.getSingleMetric(name)).labelNames;
}

/** A Markdown table of every metric of the server, by name. */
export async function metricsTable(): Promise<string> {
  const rows = (await describedMetrics()).map(
    ({ name, type, labels, help }) =>
      `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(", ")} | ${help} |`,
  );
  return `${["| metric | type | labels | meaning |", "|---|---|---|---|", ...rows].join("\n")}\n`;
}

/** The names of the metrics of the process, which are added to those of the server. */
export function processMetrics(): string[] {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry.getMetricsAsArray().map(({ name }) => name);
}
