import { MINUTE_MS, SECOND_MS, type Timestamp } from "@groundcrew/shared/lib";
import { onSnapshot, type Db } from "../platform/db/index.ts";
import { findExtent, pointAt, selectPieces, selectPiecesAndErrors, type Point } from "./history-queries.ts";
import { chartSpan, piecesOf, reducePoints } from "./rollup-levels.ts";

/** A history with at most this many points is returned unreduced. */
const MAX_POINTS = 2_000;

type HistoryQuery = { name: string; created: Timestamp; after: Timestamp | null };

/**
 * The history of a station for a chart, oldest first. With `after`, it starts with the last known values at that time, stamped with the last
 * minute that had ended; for a station that was added later, these are zeros.
 */
export function readHistory(db: Db, { name, created, after }: HistoryQuery): Promise<Point[]> {
  return onSnapshot(db, async (snapshot) => {
    const points = await readPoints(snapshot, name, after);
    if (after === null) return points;
    const last = await pointAt(snapshot, name, after);
    const time = (Math.floor(Date.parse(after) / MINUTE_MS) * MINUTE_MS - MINUTE_MS) / SECOND_MS;
    if (last) return [{ ...last, time }, ...points];
    return Date.parse(created) < Date.parse(after) ? points : [{ ...NOTHING, time }, ...points];
  });
}

const NOTHING = { swaps_performed: 0, error_count: 0, online: false, door: "unknown", pad: "unknown" } as const;

/**
 * The points of a station whose minutes ended after a time, or all of them, oldest first. A long history is reduced: each span keeps the
 * last point in each state of door, pad and link, so that no state is hidden, and the points at which errors were logged. The last point of
 * every span, and so every total, is among them.
 */
async function readPoints(snapshot: Db, name: string, after: Timestamp | null): Promise<Point[]> {
  const extent = await findExtent(snapshot, name, { after, limit: MAX_POINTS });
  if (!extent) return [];
  if (!extent.isLong) {
    return selectPieces(snapshot, name, [{ spanMs: null, from: extent.first, until: Infinity }]);
  }
  const points = await selectPiecesAndErrors(snapshot, name, piecesOf(extent, extent.levels));
  return reducePoints(points, chartSpan(extent));
}
