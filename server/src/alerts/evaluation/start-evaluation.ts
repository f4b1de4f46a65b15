import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import type { Db } from "../../platform/db/index.ts";
import { gaugesOf, metricValue, repeat, type Part } from "../../platform/lib/index.ts";
import type { ChangeFeed } from "../../live/index.ts";
import { countActive, type ActiveCount } from "./evaluation-queries.ts";
import { Evaluation, type EvaluationOptions } from "./evaluation.ts";

const EVERY_MS = SECOND_MS / 2;

/**
 * Evaluates alert rules twice a second: those whose stations, groups of errors or incidents have changed, or that are due. One server does it
 * for all; if two do so for a moment, the result is the same.
 */
export function startAlertEvaluation({
  changes,
  ...options
}: EvaluationOptions & { changes: ChangeFeed; log: Logger }): Part {
  const { board, log } = options;
  const evaluation = new Evaluation(options);
  const stopListening = [
    board.onChange(({ name }) => evaluation.mark(name)),
    changes.onChange((notice) => evaluation.markTopic(notice?.topic ?? null)),
  ];
  let evaluatedAt = performance.now();
  async function work(signal: AbortSignal): Promise<void> {
    await evaluation.run(signal);
    evaluatedAt = performance.now();
  }
  const watched = evaluations.watch({ db: options.db, evaluatedAt: () => evaluatedAt });
  const repeated = repeat(work, { everyMs: EVERY_MS, failure: "alert rules could not be evaluated", log });
  return {
    async stop() {
      for (const stop of stopListening) stop();
      await repeated.stop();
      await watched.stop();
    },
  };
}

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
