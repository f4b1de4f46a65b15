import type { Station } from "@groundcrew/shared/stations";
import { serverNow } from "../clock/index.ts";
import { useHasFrozenVideo, useFreshnessHere } from "../freshness/index.ts";
import { readingOf, type StationReading } from "./reading.ts";

/** Whether the last report of a station is current in the surrounding freshness scope. */
export function useReading(station: Pick<Station, "name" | "last_active" | "last_online_status">): StationReading {
  const freshness = useFreshnessHere();
  const isFrozen = useHasFrozenVideo(station.name);
  return readingOf(station, { freshness, isFrozen, now: serverNow() });
}
