import type { RefusedStation } from "@groundcrew/shared/link";
import type { Refusal } from "./link.ts";

/** As many as an admin can look through; who tried longest ago is forgotten first. */
const KEPT = 500;

/** Remembers the stations that were refused most recently, so that an admin can find the one just unpacked. */
export function rememberRefused() {
  // In order of the last try: a name is put back at the end each time.
  const byName = new Map<string, RefusedStation>();

  /** Answers with how often it has been refused by now; zero once it is let in. */
  function note(station: string, verdict: Refusal | "accepted", at: number): number {
    const before = byName.get(station);
    byName.delete(station);
    if (verdict === "accepted") return 0;
    const tries = (before?.tries ?? 0) + 1;
    const now = new Date(at).toISOString();
    byName.set(station, {
      station,
      reason: verdict,
      first_tried: before?.first_tried ?? now,
      last_tried: now,
      tries,
    });
    const [oldest] = byName.keys();
    if (byName.size > KEPT && oldest !== undefined) byName.delete(oldest);
    return tries;
  }

  /** Latest try first. */
  function list(): RefusedStation[] {
    return [...byName.values()].toReversed();
  }

  return { note, list };
}
