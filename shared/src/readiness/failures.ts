import { attemptsOf, isSwapJob, type SwapPiece } from "../swap-attempts/index.ts";
import type { StationType } from "../telemetry/index.ts";
import { isMovementJob, type FailedJob, type FailedSwaps } from "./facts.ts";

/** An unresolved error of a job at a station, at a time (ms), with the group of the error. */
export type JobFailure = {
  id: number;
  job_id: string | null;
  job_type: string;
  at: number;
  group: FailedSwaps["group"];
};

/** Errors since the last swap in the order of their times, and when the pad became empty (ms), which ends an attempt to swap. */
export type Failures = { failures: readonly JobFailure[]; emptied: readonly number[] };

type Piece = SwapPiece & { group: FailedSwaps["group"] };

/** The attempts to swap that failed, as Swap Success divides errors into attempts, whether or not they are decided already; null for none. */
export function failedSwaps(stationType: StationType, { failures, emptied }: Failures): FailedSwaps | null {
  const errors = failures.flatMap(({ id, job_id, job_type, at, group }): Piece[] =>
    isSwapJob(stationType, job_type) ? [{ event_id: `${id}`, kind: "error", at, job_id, swaps: 0, group }] : [],
  );
  if (errors.length === 0) return null;
  const ends = emptied.map((at): Piece => ({
    event_id: `empty ${at}`,
    kind: "pad_empty",
    at,
    job_id: null,
    swaps: 0,
    group: null,
  }));
  const attempts = attemptsOf([...errors, ...ends]);
  const first = attempts.at(-1)?.pieces[0];
  return first === undefined ? null : { count: attempts.length, at: first.at, group: first.group };
}

/** The last movement that failed, from errors since the last swap in the order of their times; null for none. */
export function failedJob(failures: readonly JobFailure[]): FailedJob | null {
  const last = failures.findLast(({ job_type }) => isMovementJob(job_type));
  return last === undefined ? null : { job: last.job_type, at: last.at };
}
