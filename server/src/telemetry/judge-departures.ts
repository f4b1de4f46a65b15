import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Pauses } from "../clock/index.ts";

/** What stations sent before their connections broke may still be read for so long after a pause. */
const BACKLOG_MS = 10 * SECOND_MS;

/**
 * Tells stations that left from those whose connection ended because this server was stopped for a while. After a pause only those
 * have left that were born since, or heard once what came in meanwhile was read. The others that do not come back are found silent in
 * the end.
 */
export function judgeDepartures(pauses: Pick<Pauses, "endedAt">) {
  const present = new Set<string>();
  let of: number | null = null;

  /** When the latest pause ended, while it matters; what was known of an earlier one is forgotten. */
  function endOfPause(): number | null {
    const endedAt = pauses.endedAt();
    if (endedAt !== of) present.clear();
    of = endedAt;
    return endedAt;
  }

  return {
    noteBirth: (station: string): void => {
      if (endOfPause() !== null) present.add(station);
    },
    noteHeard: (station: string, at: number): void => {
      const endedAt = endOfPause();
      if (endedAt !== null && at > endedAt + BACKLOG_MS) present.add(station);
    },
    areReal: (station: string): boolean => endOfPause() === null || present.has(station),
  };
}
