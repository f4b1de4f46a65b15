import type { RejectedConnection } from "@groundcrew/shared/link";
import { LRUCache } from "lru-cache";
import type { Refusal } from "./link.ts";

/** As many as an admin can look through; who tried longest ago is forgotten first. */
const KEPT = 500;

/** Remembers the stations that were refused most recently, so that an admin can find the one just unpacked. */
export function rejectedConnectionLog() {
  // From the latest try to the earliest.
  const byName = new LRUCache<string, RejectedConnection>({ max: KEPT });

  /** Answers with how often it has been refused by now; zero once it is let in. */
  function note(station: string, verdict: Refusal | "accepted", at: number): number {
    const before = byName.get(station);
    if (verdict === "accepted") {
      byName.delete(station);
      return 0;
    }
    const tries = (before?.tries ?? 0) + 1;
    const now = new Date(at).toISOString();
    byName.set(station, {
      station,
      reason: verdict,
      first_tried: before?.first_tried ?? now,
      last_tried: now,
      tries,
    });
    return tries;
  }

  return { note, list: (): RejectedConnection[] => [...byName.values()] };
}
