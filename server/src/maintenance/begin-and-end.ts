import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import { inTransaction, type Db } from "../platform/db/index.ts";
import { lockStationsNamed } from "../error-groups/index.ts";
import { repeat, type Part } from "../platform/lib/index.ts";
import { remindOfEnds } from "./remind-of-ends.ts";
import { applyWindows, endDue, selectDue } from "./queries.ts";

const EVERY_MS = 2 * SECOND_MS;

/** Begins and ends due maintenance, for at most 500 stations, and returns their number. */
export async function beginAndEnd(db: Db, now: number): Promise<number> {
  const at = new Date(now).toISOString();
  const stations = await selectDue(db, at);
  if (stations.length === 0) return 0;
  await inTransaction(db, async (tx) => {
    await lockStationsNamed(tx, stations);
    await endDue(tx, stations, at);
    await applyWindows(tx, stations, at);
  });
  return stations.length;
}

/** Every two seconds begins planned maintenance, ends maintenance at its end, and notifies people beforehand. */
export function startMaintenanceTimes({ db, now, log }: { db: Db; now: () => number; log: Logger }): Part {
  async function work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await beginAndEnd(db, now())) > 0);
    await remindOfEnds(db, now());
  }
  return repeat(work, { everyMs: EVERY_MS, failure: "maintenance could not begin or end", log });
}
