import type { RejectedConnection } from "@groundcrew/shared/link";
import { LRUCache } from "lru-cache";
import type { RejectionReason } from "./link.ts";

/** As many as an admin can look through; the one that tried longest ago is dropped first. */
const MAX_STATIONS = 500;

/** The stations that were rejected most recently, so that an admin can find one that was just installed. */
export function rejectedConnectionLog() {
  // Latest attempt first.
  const byName = new LRUCache<string, RejectedConnection>({ max: MAX_STATIONS });

  /** Returns how often the station has been rejected so far; 0 when it is accepted. */
  function note(station: string, verdict: RejectionReason | "accepted", at: number): number {
    const previous = byName.get(station);
    if (verdict === "accepted") {
      byName.delete(station);
      return 0;
    }
    const tries = (previous?.tries ?? 0) + 1;
    const now = new Date(at).toISOString();
    byName.set(station, {
      station,
      reason: verdict,
      first_tried: previous?.first_tried ?? now,
      last_tried: now,
      tries,
    });
    return tries;
  }

  return { note, list: (): RejectedConnection[] => [...byName.values()] };
}
