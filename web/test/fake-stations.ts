import type { Station } from "@groundcrew/shared/stations";
import { onlineStation } from "./fake-console.ts";

/** The name of the station with a number. The first one is that of the fake console. */
export function stationName(number: number): string {
  return `gc-${String(number).padStart(12, "0")}`;
}

/** A station that is online, called `Atlas 0001`, `Atlas 0002`, … by its number. */
export function numberedStation(number: number, differences: Partial<Station> = {}): Station {
  const serial_number = `Atlas ${String(number).padStart(4, "0")}`;
  return onlineStation({ name: stationName(number), serial_number, ...differences });
}

/** Stations with consecutive numbers, from 1. */
export function numberedStations(count: number): Station[] {
  return Array.from({ length: count }, (_, at) => numberedStation(at + 1));
}

/** The support metrics of a station with some unresolved errors. */
export function unresolved(errors_unresolved: number, error_latest: string | null = null) {
  const supportlog = { incident_needs_action: 0, incident_pending: 0, incident_pending_urgent: 0 };
  return { errors_unresolved, error_latest, supportlog };
}
