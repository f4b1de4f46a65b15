import type { StationType } from "../telemetry/index.ts";

/** Texts of which one is in the type of each job that swaps a battery, by station type. */
const SWAP_JOBS: Record<StationType, readonly string[]> = { atlas: ["swap"], universal: ["swap"], global: ["swap"] };

/** True for the job types whose errors show an attempt to swap. */
export function isSwapJob(stationType: StationType, jobType: string | null): boolean {
  const lower = jobType?.toLowerCase() ?? "";
  return SWAP_JOBS[stationType].some((text) => lower.includes(text));
}
