import { isTimeZone } from "@groundcrew/shared/lib";
import { maintenanceQuery } from "@groundcrew/shared/stations";
import { inTransaction, type Db } from "../platform/db/index.ts";
import { utcText, zoneText } from "../platform/lib/index.ts";
import { notifyPerson } from "../notifications/index.ts";
import { takeEnding, type EndingMaintenance } from "./queries.ts";

/** How long before the end of maintenance the person who started it is notified. */
const BEFORE_MINUTES = 15;

/** Notifies people whose maintenance is about to end at `now` (ms), once. */
export async function remindOfEnds(db: Db, now: number): Promise<void> {
  const at = new Date(now).toISOString();
  await inTransaction(db, async (tx) => {
    for (const ending of await takeEnding(tx, { at, withinMinutes: BEFORE_MINUTES })) {
      await notifyPerson(tx, { ...noticeOf(ending), user: ending.by_id, by: null, act: "maintenance_ending" }, now);
    }
  });
}

function noticeOf({ stations, ends, why, time_zone }: EndingMaintenance) {
  const [first] = stations;
  const what = stations.length === 1 ? (first?.title ?? "") : `${stations.length} stations`;
  const at =
    time_zone === null || !isTimeZone(time_zone) ? utcText(new Date(ends)) : zoneText(new Date(ends), time_zone);
  return {
    title: `Maintenance of ${what} ends at ${at}`,
    body: `${why}. Extend it if the work is not done; otherwise what is still wrong is reported five minutes after its end.`,
    path:
      stations.length === 1 && first
        ? `/stations/${first.name}`
        : `/?${new URLSearchParams(maintenanceQuery()).toString()}`,
  };
}
