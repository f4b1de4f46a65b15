import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { metricsTable } from "../server/src/start/metrics-table.ts";

const DOCUMENT = fileURLToPath(new URL("../docs/metrics.md", import.meta.url));

const HEAD = `# Metrics

<!-- written by npm run metrics -->

What \`/metrics\` on \`OPS_PORT\` has for Prometheus, besides the metrics of the process that
[prom-client](https://github.com/siimon/prom-client) adds, such as \`nodejs_eventloop_lag_p99_seconds\`,
\`nodejs_heap_size_used_bytes\`, \`process_resident_memory_bytes\`, \`process_open_fds\` and \`process_cpu_seconds_total\`. A histogram has
\`_bucket\`, \`_sum\` and \`_count\`. No label has the name of a station, person or organization.
`;

/** The document with every metric of the server. */
export async function metricsDocument(): Promise<string> {
  return `${HEAD}\n${await metricsTable()}`;
}

if (import.meta.main) {
  writeFileSync(DOCUMENT, await metricsDocument());
  // Importing the server starts timers of native modules.
  process.exit();
}
