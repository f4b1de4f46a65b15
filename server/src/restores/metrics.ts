import type { Db } from "../platform/db/index.ts";
import { gaugesOf, metricValue } from "../platform/lib/index.ts";
import { findProgress } from "./queries.ts";

const databases = gaugesOf<{ db: Db; now: () => number }>();

databases.add(
  {
    name: "groundcrew_restore_stations",
    help: "Stations by their progress in sending events again after a restore: answered, waiting, unable. Absent once 30 days have passed since the restore.",
    labelNames: ["state"],
  },
  async (stations, { db, now }) => {
    const progress = await metricValue(() => findProgress(db, new Date(now()).toISOString()), undefined);
    if (!progress) return;
    for (const state of ["answered", "waiting", "unable"] as const) stations.set({ state }, progress[state]);
  },
);

/** Includes a database in the metrics until it is stopped. */
export const watchRestores = databases.watch;
