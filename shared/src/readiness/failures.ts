import { attemptsOf, isSwapJob, type SwapPiece } from "../swap-attempts/index.ts";
import type { StationType } from "../telemetry/index.ts";
import { isMovementJob, type FailedJob, type FailedSwaps } from "./facts.ts";

/** An unresolved error of a job at a station, at a time (ms), with the group of the error. `event_id` is that of its piece of an attempt. */
export type JobFailure = {
  event_id: string;
  job_id: string | null;
  job_type: string;
  at: number;
  group: FailedSwaps["group"];
};

/**
 * Errors since the last swap in the order of their times, and the pieces that divide them into attempts to swap: those of the hour before the last
 * swap, the swap itself, and those after it, whether or not their errors are resolved.
 */
export type Failures = { failures: readonly JobFailure[]; pieces: readonly SwapPiece[] };

/**
 * The attempts to swap that failed since the last swap (ms, null for none), as Swap Success divides pieces into attempts, whether or not they are
 * decided already; null for none. Errors after the swap of their attempt do not make it fail.
 */
export function failedSwaps(
  stationType: StationType,
  { failures, pieces }: Failures,
  swappedAt: number | null,
): FailedSwaps | null {
  const errors = failures.filter(({ job_type }) => isSwapJob(stationType, job_type));
  if (errors.length === 0) return null;
  const attempts = attemptsOf([...pieces, ...errors.map(errorPiece), ...missingSwap(pieces, swappedAt)]);
  const firsts = attempts.flatMap((attempt) => {
    if (attempt.outcome !== "failed") return [];
    const ids = new Set(attempt.pieces.map(({ event_id }) => event_id));
    return errors.find(({ event_id }) => ids.has(event_id)) ?? [];
  });
  const last = firsts.at(-1);
  return last === undefined ? null : { count: firsts.length, at: last.at, group: last.group };
}

function errorPiece({ event_id, at, job_id }: JobFailure): SwapPiece {
  return { event_id, kind: "error", at, job_id, swaps: 0 };
}

/** The last swap where it is not among the pieces: mocked stations have none, and those of a swap just now may not be stored yet. */
function missingSwap(pieces: readonly SwapPiece[], swappedAt: number | null): SwapPiece[] {
  if (swappedAt === null || pieces.some(({ kind, at }) => kind === "swap" && at === swappedAt)) return [];
  return [{ event_id: "last swap", kind: "swap", at: swappedAt, job_id: null, swaps: 1 }];
}

/** The last movement that failed, from errors since the last swap in the order of their times; null for none. */
export function failedJob(failures: readonly JobFailure[]): FailedJob | null {
  const last = failures.findLast(({ job_type }) => isMovementJob(job_type));
  return last === undefined ? null : { job: last.job_type, at: last.at };
}
