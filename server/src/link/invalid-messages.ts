import type { InvalidMessage } from "@groundcrew/shared/link";
import { stationName } from "@groundcrew/shared/telemetry";
import { LRUCache } from "lru-cache";

/** As many stations as an admin can look through; the one that failed longest ago is forgotten first. */
const KEPT = 500;
const MOST_CHARACTERS = 300;

/** Remembers of each station the last message that could not be read, so that an admin can tell its maker what is wrong. */
export function invalidMessageLog() {
  // From the latest message to the earliest.
  const byStation = new LRUCache<string, InvalidMessage>({ max: KEPT });

  function note({ detail, ...of }: Pick<InvalidMessage, "station" | "topic" | "reason" | "detail">, at: number): void {
    // A broker of others may let in clients that are no stations.
    if (!stationName.safeParse(of.station).success) return;
    const before = byStation.get(of.station);
    const now = new Date(at).toISOString();
    byStation.set(of.station, {
      ...of,
      detail: legible(detail),
      first_received: before?.first_received ?? now,
      last_received: now,
      times: (before?.times ?? 0) + 1,
    });
  }

  return { note, list: (): InvalidMessage[] => [...byStation.values()] };
}

/** It may name fields that a station made up. */
function legible(detail: string): string {
  return detail
    .slice(0, MOST_CHARACTERS)
    .replaceAll(/\p{Cc}/gu, " ")
    .toWellFormed();
}
