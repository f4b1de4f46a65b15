import { bulkVerdict, type BulkReason, type PlannedAct } from "@groundcrew/shared/bulk-acts";
import type { Station } from "@groundcrew/shared/stations";

/** Stations that an act leaves as they are, for one reason. */
export type LeftStations = { is: "unchanged" | "left_out"; reason: BulkReason; stations: Station[] };

/** The stations that an act changes, and the others by reason, those that stay as they are first. */
export function judgedStations(act: PlannedAct, stations: readonly Station[]) {
  const changed: Station[] = [];
  const left = new Map<string, LeftStations>();
  for (const station of stations) {
    const verdict = bulkVerdict(act, station);
    if (verdict.is === "done") {
      changed.push(station);
      continue;
    }
    const { is, reason } = verdict;
    // Each was last online at another time.
    const named = reason.code === "offline" ? { ...reason, at: null } : reason;
    const key = [is, named.code, named.at].join(" ");
    const group = left.get(key) ?? { is, reason: named, stations: [] };
    group.stations.push(station);
    left.set(key, group);
  }
  return { changed, left: [...left.values()].toSorted((a, b) => b.is.localeCompare(a.is)) };
}
