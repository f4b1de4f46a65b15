import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import { repeat, type Part } from "../../platform/lib/index.ts";
import type { ChangeFeed } from "../../live/index.ts";
import { watchEvaluation } from "../metrics.ts";
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
    changes.onChange(({ topic }) => evaluation.markTopic(topic)),
  ];
  let evaluatedAt = performance.now();
  async function work(signal: AbortSignal): Promise<void> {
    await evaluation.run(signal);
    evaluatedAt = performance.now();
  }
  const watched = watchEvaluation({ db: options.db, evaluatedAt: () => evaluatedAt });
  const repeated = repeat(work, { everyMs: EVERY_MS, failure: "alert rules could not be evaluated", log });
  return {
    async stop() {
      for (const stop of stopListening) stop();
      await repeated.stop();
      await watched.stop();
    },
  };
}
