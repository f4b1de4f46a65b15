import { Gauge } from "prom-client";
import type { Db } from "../platform/db/index.ts";
import { metricValue, type Part } from "../platform/lib/index.ts";
import { findProgress } from "./queries.ts";

type Watched = { db: Db; now: () => number };

const databases = new Set<Watched>();

/** Includes a database in the metrics until it is stopped. */
export function watchRestores(database: Watched): Part {
  databases.add(database);
  return { stop: async () => void databases.delete(database) };
}

const stations: Gauge<"state"> = new Gauge({
  name: "groundcrew_restore_stations",
  help: "Stations by their progress in sending events again after a restore: answered, waiting, unable. Absent once 30 days have passed since the restore.",
  labelNames: ["state"],
  async collect() {
    stations.reset();
    for (const { db, now } of databases) {
      const progress = await metricValue(() => findProgress(db, new Date(now()).toISOString()), undefined);
      if (!progress) continue;
      for (const state of ["answered", "waiting", "unable"] as const) stations.set({ state }, progress[state]);
    }
  },
});
