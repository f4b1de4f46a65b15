import type { Pool } from "pg";
import { Gauge, Histogram } from "prom-client";

const queryDuration = new Histogram({
  name: "groundcrew_db_query_duration_seconds",
  help: "Duration of database statements, without the wait for a connection, by outcome: query or error.",
  labelNames: ["outcome"],
  buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
});

const pools = new Set<Pool>();

const connections = new Gauge({
  name: "groundcrew_db_connections",
  help: "Connections of the database pool, by state: busy or idle.",
  labelNames: ["state"],
  collect() {
    const idle = sum(({ idleCount }) => idleCount);
    connections.set({ state: "idle" }, idle);
    connections.set({ state: "busy" }, sum(({ totalCount }) => totalCount) - idle);
  },
});

const waiting = new Gauge({
  name: "groundcrew_db_waiting",
  help: "Callers that wait for a connection of the database pool.",
  collect() {
    waiting.set(sum(({ waitingCount }) => waitingCount));
  },
});

export function observeQuery({
  level,
  queryDurationMillis,
}: {
  level: "query" | "error";
  queryDurationMillis: number;
}) {
  queryDuration.observe({ outcome: level }, queryDurationMillis / 1_000);
}

/** Includes a pool in the metrics until it is closed. */
export function watchPool(pool: Pool): void {
  pools.add(pool);
}

function sum(countOf: (pool: Pool) => number): number {
  for (const pool of pools) if (pool.ended) pools.delete(pool);
  return [...pools].reduce((total, pool) => total + countOf(pool), 0);
}
