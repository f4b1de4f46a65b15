import { MINUTE_MS, SECOND_MS, type Timestamp } from "@groundcrew/shared/lib";
import type { HistoryPoint } from "@groundcrew/shared/stats";
import type { Db } from "../db/index.ts";
import { pointAt, selectPoints } from "./history-queries.ts";

type Asked = { name: string; created: Timestamp; after: Timestamp | null };

/**
 * The history of a station for a chart. After a moment it begins with what was known then, timed at the last minute
 * that had ended; of a station that was only added later, that is nothing at all.
 */
export async function readHistory(db: Db, { name, created, after }: Asked): Promise<Required<HistoryPoint>[]> {
  const points = await selectPoints(db, name, after);
  if (after === null) return points;
  const known = await pointAt(db, name, after);
  const time = (Math.floor(Date.parse(after) / MINUTE_MS) * MINUTE_MS - MINUTE_MS) / SECOND_MS;
  if (known) return [{ ...known, time }, ...points];
  return Date.parse(created) < Date.parse(after) ? points : [{ ...NOTHING, time }, ...points];
}

const NOTHING = { swaps_performed: 0, error_count: 0, online: false, door: "unknown", pad: "unknown" } as const;
