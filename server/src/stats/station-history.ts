import { MINUTE_MS, SECOND_MS, type Timestamp } from "@groundcrew/shared/lib";
import type { HistoryPoint } from "@groundcrew/shared/stats";
import type { Db } from "../db/index.ts";
import { pointAt, selectPoints } from "./history-queries.ts";

type HistoryQuery = { name: string; created: Timestamp; after: Timestamp | null };

/**
 * The history of a station for a chart. With `after`, it starts with the last known values at that time, stamped with the last minute that
 * had ended; for a station that was added later, these are zeros.
 */
export async function readHistory(db: Db, { name, created, after }: HistoryQuery): Promise<Required<HistoryPoint>[]> {
  const points = await selectPoints(db, name, after);
  if (after === null) return points;
  const last = await pointAt(db, name, after);
  const time = (Math.floor(Date.parse(after) / MINUTE_MS) * MINUTE_MS - MINUTE_MS) / SECOND_MS;
  if (last) return [{ ...last, time }, ...points];
  return Date.parse(created) < Date.parse(after) ? points : [{ ...NOTHING, time }, ...points];
}

const NOTHING = { swaps_performed: 0, error_count: 0, online: false, door: "unknown", pad: "unknown" } as const;
