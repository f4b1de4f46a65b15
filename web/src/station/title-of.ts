import type { Station } from "@groundcrew/shared/stations";

/** What a station is called on screen: its serial number, or its name while it has none. */
export function titleOf(station: Pick<Station, "serial_number" | "name">): string {
  return station.serial_number || station.name;
}
