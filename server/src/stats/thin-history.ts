import { DAY_MS, HOUR_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import type { Db } from "../platform/db/index.ts";
import { repeat } from "../platform/lib/index.ts";
import { recordThinned, thinAfter, thinnedUntil } from "./history-queries.ts";

/** How long history stays at one point per minute: the longest chart range that shows minutes, plus a day. */
const UNTHINNED_MS = 31 * DAY_MS;
const CHUNK = 500;

/**
 * Thins history that is older than a month at `now` (ms), day by day from where it last ended: of each hour the last point stays, so totals
 * stay exact at every full hour, and so does every point at which an error was logged. A year of a station is then some 7,000 points
 * instead of 25,000.
 */
export async function thinHistory(db: Db, now: number, signal?: AbortSignal): Promise<void> {
  const until = await thinnedUntil(db);
  if (until === null) return;
  for (let start = Date.parse(until); start + DAY_MS <= now - UNTHINNED_MS; start += DAY_MS) {
    const day = { start: new Date(start).toISOString(), end: new Date(start + DAY_MS).toISOString() };
    for (let after: string | undefined = ""; after !== undefined;) {
      if (signal?.aborted) return;
      after = await thinAfter(db, day, { after, limit: CHUNK });
    }
    await recordThinned(db, day.end);
  }
}

/** Records that history older than a month at `now` (ms) has few points, so that it is not read for thinning. */
export async function skipThinning(db: Db, now: number): Promise<void> {
  await recordThinned(db, new Date(Math.floor((now - UNTHINNED_MS) / DAY_MS) * DAY_MS).toISOString());
}

/** Thins history as it gets older. */
export function startHistoryThinning({ db, now, log }: { db: Db; now: () => number; log: Logger }): {
  stop(): Promise<void>;
} {
  const failure = "old history could not be thinned";
  return repeat((signal) => thinHistory(db, now(), signal), { everyMs: HOUR_MS, log, failure });
}
