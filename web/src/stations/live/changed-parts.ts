import { isCameraMissing } from "@groundcrew/shared/cameras";
import { errorCounter, onlineStatus, supportCounter, temperatureBand, type Station } from "@groundcrew/shared/stations";
import type { Brand } from "@groundcrew/shared/brand";

/** A part of a row of the list. */
export type RowPart =
  | "id"
  | "place"
  | "description"
  | "readiness"
  | "cameras"
  | "link"
  | "status"
  | "temperature"
  | "value"
  | "counters";

/** The parts of a station's row that show something else than before. That a time or an age has moved on does not count. */
export function changedParts(
  before: Station,
  after: Station,
  { now, brand }: { now: number; brand: Brand },
): RowPart[] {
  const shown: Record<RowPart, (station: Station) => unknown> = {
    id: (station) => station.serial_number,
    place: (station) => [station.organization_name, station.location_deployment].join("\n"),
    description: (station) => station.description,
    readiness: ({ readiness }) =>
      [readiness?.state, ...(readiness?.reasons ?? []).map(({ code, effect }) => code + effect)].join(),
    cameras: isCameraMissing,
    link: (station) => station.last_online_status,
    status: (station) => onlineStatus(station, now),
    temperature: (station) => bandOf(station),
    value: (station) => station.swaps_performed,
    counters: (station) => [supportCounter(station).text, errorCounter(station, brand).text].join(),
  };
  return rowParts.filter((part) => shown[part](before) !== shown[part](after));
}

const rowParts: readonly RowPart[] = [
  "id",
  "place",
  "description",
  "readiness",
  "cameras",
  "link",
  "status",
  "temperature",
  "value",
  "counters",
];

function bandOf({ last_telemetry_data: summary }: Station): string | null {
  const temperature = summary?.status?.internal_temperature;
  return typeof temperature === "number" ? temperatureBand(temperature) : null;
}
