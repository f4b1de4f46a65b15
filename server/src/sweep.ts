import { DAY_MS, HOUR_MS, WEEK_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import { deleteAnswers } from "./audit/index.ts";
import { sweepImages } from "./cameras/index.ts";
import type { Db } from "./db/index.ts";
import type { FileStore } from "./files/index.ts";
import { deleteEndedJobs } from "./jobs/index.ts";
import { repeat } from "./lib/index.ts";
import { deleteOldViolations } from "./security/index.ts";
import { deleteExpiredSessions } from "./sessions/index.ts";
import { deleteEndedStreams } from "./streams/index.ts";
import { deleteOldBuckets } from "./throttle/index.ts";

type Sweeping = { db: Db; files: FileStore; now: () => number; log: Logger };

/** Deletes expired data now and every hour. Each kind is deleted independently, so a failure does not affect the others. */
export function sweep({ db, files, now, log }: Sweeping): { stop(): Promise<void> } {
  const since = (ageMs: number) => new Date(now() - ageMs);
  const sweeps: ((signal: AbortSignal) => Promise<void>)[] = [
    () => deleteExpiredSessions(db, since(0)),
    (signal) => sweepImages({ db, files, now: now(), signal }),
    () => deleteEndedStreams(db, since(WEEK_MS)),
    () => deleteAnswers(db, since(DAY_MS)),
    () => deleteOldBuckets(db, since(0)),
    () => deleteEndedJobs(db, since(0)),
    () => deleteOldViolations(db, since(0)),
  ];
  const failure = "what has run out could not be removed";
  const running = sweeps.map((work) => repeat(work, { everyMs: HOUR_MS, failure, log }));
  return {
    async stop() {
      await Promise.all(running.map((one) => one.stop()));
    },
  };
}
