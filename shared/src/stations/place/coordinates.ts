import { readDecimal } from "../../lib/index.ts";
import type { Station } from "../station.ts";

/** A point on the earth in degrees. */
export type Coordinates = { lat: number; lng: number };

/** Parses two comma-separated numbers, without checking their range; null for any other text. */
export function readPair(text: string): Coordinates | null {
  const parts = text.split(",");
  if (parts.length !== 2) return null;
  const [lat, lng] = parts.map(readDecimal);
  return typeof lat === "number" && typeof lng === "number" ? { lat, lng } : null;
}

/** Whether a point is valid: latitude from -90 to 90 degrees, longitude from -180 to 180. */
export function isOnEarth({ lat, lng }: Coordinates): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
}

/**
 * The point a station reports as text (specification, section 5, "GPS"). Null if the text is missing, says that there is no position
 * (`Not…`, `0.0, 0.0`), is not a valid pair, or is what a receiver without a fix reports: (0, 0) or (1, 1).
 */
export function readCoordinates(text: string | null | undefined): Coordinates | null {
  if (!text || text.length <= 1 || text.includes("Not") || text.includes("0.0, 0.0")) return null;
  const pair = readPair(text);
  if (!pair || !isOnEarth(pair)) return null;
  const isNoFix = pair.lat === pair.lng && (pair.lat === 0 || pair.lat === 1);
  return isNoFix ? null : pair;
}

/**
 * Where a station is on the map: its GPS if usable, else the location in its telemetry; null if neither is usable, so that it is not on the
 * map.
 */
export function coordinatesOf(station: Pick<Station, "last_telemetry_data">): Coordinates | null {
  const status = station.last_telemetry_data?.status;
  return readCoordinates(status?.gps_location) ?? readCoordinates(status?.location);
}
