import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Db } from "../platform/db/index.ts";
import { gaugesOf, metricValue } from "../platform/lib/index.ts";
import { countActive, type ActiveCount } from "./evaluation/evaluation-queries.ts";

/** An evaluation of rules. `evaluatedAt` is the last time at which it had evaluated all changes, by `performance.now`. */
type Watched = { db: Db; evaluatedAt: () => number };

const evaluations = gaugesOf<Watched>();

evaluations.add(
  {
    name: "groundcrew_alerts",
    help: "Active alerts that are not grouped into another one; `over` are those whose condition no longer holds but that are flapping. Only on the server that evaluates rules.",
    labelNames: ["severity", "state"],
  },
  async (alerts, { db }) => {
    const counts = await metricValue<ActiveCount[]>(() => countActive(db), []);
    for (const { severity, state, count } of counts) alerts.set({ severity, state }, count);
  },
);

evaluations.add(
  {
    name: "groundcrew_alert_evaluation_lag_seconds",
    help: "Time since all changes were evaluated by alert rules. Normally below two seconds. Only on the server that evaluates them.",
  },
  (lag, { evaluatedAt }) => lag.set((performance.now() - evaluatedAt()) / SECOND_MS),
);

/** Includes an evaluation in the metrics until it is stopped. */
export const watchEvaluation = evaluations.watch;
