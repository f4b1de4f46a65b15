import type { Timestamp } from "@groundcrew/shared/lib";
import type { JobHandler } from "../src/platform/jobs/index.ts";

/** Runs the first attempt of a job that was created at a time. Rejects with the reason if it is not done. */
export async function runHandler(
  { kind, run }: JobHandler,
  payload: unknown,
  created: Timestamp = new Date().toISOString(),
): Promise<void> {
  const counts = { attempts: 1, failures: 0, failing: false };
  const job = { id: 1, kind, key: null, receiver: null, payload, created, due: created, ...counts };
  const { result } = await run(job);
  if (result.is !== "done") throw new Error(result.why);
}
