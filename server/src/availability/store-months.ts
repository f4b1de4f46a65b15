import { daysOfMonth, monthAfter } from "@groundcrew/shared/availability";
import { DAY_MS, HOUR_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import type { Db } from "../platform/db/index.ts";
import { repeat, type Part } from "../platform/lib/index.ts";
import { selectOrganizations } from "../readiness/index.ts";
import { insertMonth, nextUnstored } from "./queries.ts";
import { readCounted, readSums } from "./report.ts";

/** How long figures of a month can change after its end. */
const OPEN_MS = 2 * DAY_MS;

/**
 * Stores the months that had ended two days before `now` (ms) for good. The one of all organizations is the last of its month, so that what was
 * interrupted is done again.
 */
export async function storeMonths(db: Db, now: number, signal?: AbortSignal): Promise<void> {
  const before = `${new Date(now - OPEN_MS).toISOString().slice(0, 7)}-01`;
  const stored = new Date(now).toISOString();
  for (let month = await nextUnstored(db, before); month !== null; month = await nextUnstored(db, before)) {
    const days = daysOfMonth(month.slice(0, 7));
    const organizations = await selectOrganizations(db, days.from, `${monthAfter(month.slice(0, 7), 1)}-01`);
    for (const orgId of [...organizations, null]) {
      if (signal?.aborted) return;
      const range = { ...days, orgId, stations: null };
      const parts = { ...(await readSums(db, range)), ...(await readCounted(db, range)) };
      await insertMonth(db, { month, orgId, stored }, parts);
    }
  }
}

/** Stores months, now and every hour. */
export function startMonths({ db, now, log }: { db: Db; now: () => number; log: Logger }): Part {
  const failure = "the availability of a month could not be stored";
  return repeat((signal) => storeMonths(db, now(), signal), { everyMs: HOUR_MS, log, failure });
}
