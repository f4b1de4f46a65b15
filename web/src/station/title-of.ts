import type { Station } from "@groundcrew/shared/stations";

/** A station's title on screen: its serial number, or its name if it has none. */
export function titleOf(station: Pick<Station, "serial_number" | "name">): string {
  return station.serial_number || station.name;
}
