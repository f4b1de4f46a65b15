import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import type { Db } from "../db/index.ts";
import { repeat } from "../lib/index.ts";
import { compareSwapCounts, recomputeBaselines } from "./baseline-queries.ts";

const EVERY_MS = 10 * MINUTE_MS;

/** Computes baselines and compares swap counts, now and then every ten minutes. */
export function startBaselineUpdates({ db, now, log }: { db: Db; now: () => number; log: Logger }) {
  const failure = "swap baselines could not be worked out";
  const work = async () => {
    await recomputeBaselines(db, now());
    await compareSwapCounts(db, now());
  };
  return repeat(work, { everyMs: EVERY_MS, failure, log });
}
