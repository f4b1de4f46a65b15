import { MINUTE_MS } from "../lib/index.ts";
import { isMovementJob, type FailedJob, type FailedSwaps } from "./facts.ts";

/** An unresolved error of a job at a station, at a time (ms), with the group of the error. */
export type JobFailure = { job_id: string | null; job_type: string; at: number; group: FailedSwaps["group"] };

/** Errors without a job id that are no further apart belong to one attempt. */
const APART_MS = 5 * MINUTE_MS;

/** True for jobs that swap batteries. */
function isSwapJob(jobType: string): boolean {
  return jobType.toLowerCase().includes("swap");
}

/** The attempts to swap that failed, from errors since the last swap in the order of their times; null for none. */
export function failedSwaps(failures: readonly JobFailure[]): FailedSwaps | null {
  const jobs = new Set<string>();
  let lastAt = -Infinity;
  const attempts = failures.filter(({ job_id, job_type, at }) => {
    if (!isSwapJob(job_type)) return false;
    const isOfSameAttempt = job_id === null ? at - lastAt <= APART_MS : jobs.has(job_id);
    if (job_id === null) lastAt = at;
    else jobs.add(job_id);
    return !isOfSameAttempt;
  });
  const last = attempts.at(-1);
  return last === undefined ? null : { count: attempts.length, at: last.at, group: last.group };
}

/** The last movement that failed, from errors since the last swap in the order of their times; null for none. */
export function failedJob(failures: readonly JobFailure[]): FailedJob | null {
  const last = failures.findLast(({ job_type }) => isMovementJob(job_type));
  return last === undefined ? null : { job: last.job_type, at: last.at };
}
