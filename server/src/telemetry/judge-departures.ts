import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Pauses } from "../clock/index.ts";

/** After a pause, messages that stations sent before their connections broke may still be read for this long. */
const BACKLOG_MS = 10 * SECOND_MS;

/**
 * Distinguishes stations that left from those whose connection ended because this server was paused. After a pause, only stations that were
 * born or sent something since, once the backlog was read, can have left. Others that do not come back are found by their silence.
 */
export function judgeDepartures(pauses: Pick<Pauses, "endedAt">) {
  const present = new Set<string>();
  let lastEnd: number | null = null;

  /** When the latest pause ended, while that matters; clears what was recorded after an earlier one. */
  function endOfPause(): number | null {
    const endedAt = pauses.endedAt();
    if (endedAt !== lastEnd) present.clear();
    lastEnd = endedAt;
    return endedAt;
  }

  return {
    noteBirth: (station: string): void => {
      if (endOfPause() !== null) present.add(station);
    },
    noteMessage: (station: string, at: number): void => {
      const endedAt = endOfPause();
      if (endedAt !== null && at > endedAt + BACKLOG_MS) present.add(station);
    },
    areReal: (station: string): boolean => endOfPause() === null || present.has(station),
  };
}
