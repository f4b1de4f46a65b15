import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { StationChange } from "@groundcrew/shared/stations";

type Changes = { atMs: number; names: readonly string[] };

/** Recent events of the stream. Times are the page's (ms). */
export type Activity = {
  /** The last event with changes of stations; null before the first. */
  lastMs: number | null;
  /** How long it took from the server to this page; null while that is not known. */
  delayMs: number | null;
  /** Changes of the last minute. */
  recent: readonly Changes[];
};

export const NO_ACTIVITY: Activity = { lastMs: null, delayMs: null, recent: [] };

/** After an event with changes. Times of contact and readings, which change all the time, do not count as changes. */
export function withChanges(
  { recent }: Activity,
  changes: readonly StationChange[],
  { nowMs, delayMs }: { nowMs: number; delayMs: number | null },
): Activity {
  const names = changes.flatMap((change) => ("name" in change ? change.name : []));
  const kept = recent.filter(({ atMs }) => nowMs - atMs < MINUTE_MS);
  return { lastMs: nowMs, delayMs, recent: names.length > 0 ? [...kept, { atMs: nowMs, names }] : kept };
}

/** How many changes there were in the minute before `nowMs`, and of how many stations. */
export function lastMinute({ recent }: Activity, nowMs: number): { changes: number; stations: number } {
  const counted = recent.filter(({ atMs }) => nowMs - atMs < MINUTE_MS);
  return {
    changes: counted.reduce((sum, { names }) => sum + names.length, 0),
    stations: new Set(counted.flatMap(({ names }) => names)).size,
  };
}
