import type { InvalidMessage } from "@groundcrew/shared/link";
import { stationName } from "@groundcrew/shared/telemetry";
import { LRUCache } from "lru-cache";

/** As many stations as an admin can look through; the one whose last invalid message is oldest is dropped first. */
const MAX_STATIONS = 500;
const MAX_DETAIL_LENGTH = 300;

/** Each station's last invalid message, so that an admin can see what is wrong with its firmware. */
export function invalidMessageLog() {
  // Latest message first.
  const byStation = new LRUCache<string, InvalidMessage>({ max: MAX_STATIONS });

  function note(message: Pick<InvalidMessage, "station" | "topic" | "reason" | "detail">, at: number): void {
    const { station, topic, reason, detail } = message;
    // An external broker may accept clients that are not stations.
    if (!stationName.safeParse(station).success) return;
    const previous = byStation.get(station);
    const now = new Date(at).toISOString();
    byStation.set(station, {
      station,
      topic,
      reason,
      detail: displayedDetail(detail),
      first_received: previous?.first_received ?? now,
      last_received: now,
      times: (previous?.times ?? 0) + 1,
    });
  }

  return { note, list: (): InvalidMessage[] => [...byStation.values()] };
}

/** A detail may contain field names that come from the station. */
function displayedDetail(detail: string): string {
  return detail
    .slice(0, MAX_DETAIL_LENGTH)
    .replaceAll(/\p{Cc}/gu, " ")
    .toWellFormed();
}
