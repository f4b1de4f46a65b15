import { HOUR_MS } from "@groundcrew/shared/lib";
import { historySpans, hoursUntil, recordedTime, withSpans, type HourSeconds } from "@groundcrew/shared/readiness";
import type { Db } from "../../platform/db/index.ts";
import type { Scope } from "../../platform/http/index.ts";
import { selectEvaluated, selectStates } from "./change-queries.ts";

/** Stations whose changes are read at once. */
const CHUNK = 2_000;

type Asked = { names: readonly string[]; hours: number; now: number; scope: Scope };

/** How long some stations were in each state in the last hours, while they belonged to an organization in the scope; the current hour last. */
export async function readHours(db: Db, { names, hours: count, now, scope }: Asked): Promise<HourSeconds[]> {
  let hours = hoursUntil(now, count);
  const range = { from: Date.parse(hours[0]?.start ?? "") || now - HOUR_MS, until: now };
  // What was noted is some seconds old.
  const recorded = recordedTime([...(await selectEvaluated(db, range)), { from: now, until: now }]);
  for (let first = 0; first < names.length; first += CHUNK) {
    const changes = await selectStates(db, names.slice(first, first + CHUNK), range);
    const spans = changes.flatMap((ofStation) => historySpans({ changes: ofStation, recorded }, range));
    hours = withSpans(
      hours,
      spans.filter(({ change }) => change !== null && scope.sees(change.org_id)),
    );
  }
  return hours;
}
