import { ownValue, toCsv, type CsvCell } from "../../lib/index.ts";
import { readinessText, type ReadinessClock } from "../../readiness/index.ts";
import { stationTypeLabels } from "../../telemetry/index.ts";
import { firmwareOf } from "../firmware.ts";
import { onlineStatus, onlineStatusLabels } from "../online-status.ts";
import type { Station } from "../station.ts";
import { partLabels, readinessPart } from "./readiness.ts";

/** The file that Download CSV saves of a list of stations, in its order. Values that are not known are empty. */
export function stationsCsv(stations: readonly Station[], clock: ReadinessClock): string {
  return toCsv(
    columns.map(([title]) => title),
    stations.map((station) => columns.map(([, valueOf]) => valueOf(station, clock))),
  );
}

const columns: readonly (readonly [string, (station: Station, clock: ReadinessClock) => CsvCell])[] = [
  ["Station", ({ name }) => name],
  ["Serial Number", ({ serial_number }) => serial_number],
  ["Type", ({ station_type }) => ownValue(stationTypeLabels, station_type) ?? station_type],
  ["Organization", ({ organization_name }) => organization_name],
  ["Location", ({ location_deployment }) => location_deployment],
  ["Site", ({ site_name }) => site_name],
  ["Tags", ({ tags }) => tags?.join(";")],
  ["Description", ({ description }) => description],
  ["Online", ({ last_online_status }) => last_online_status],
  ["Last Online", ({ last_online }) => last_online],
  ["Status", (station, { now }) => onlineStatusLabels[onlineStatus(station, now)].detail],
  ["Readiness", readinessName],
  ["Readiness Since", ({ readiness }) => readiness?.since],
  ["Reasons", reasonsText],
  ["Charged", ({ readiness }) => readiness?.charged],
  ["Next Charged", ({ readiness }) => readiness?.next_charged_at],
  ["Temperature (°F)", ({ last_telemetry_data }) => last_telemetry_data?.status?.internal_temperature],
  ["Swaps", ({ swaps_performed }) => swaps_performed],
  ["Errors Unresolved", ({ support_metrics }) => support_metrics?.errors_unresolved],
  ["API Version", ({ version_api }) => version_api],
  ["Firmware Version", firmwareOf],
];

function readinessName(station: Station): CsvCell {
  const part = readinessPart(station);
  return part && partLabels[part];
}

/** The reasons that a row has, worst first, and how many more there are. */
function reasonsText({ readiness, station_type }: Station, clock: ReadinessClock): CsvCell {
  if (readiness === null) return null;
  const texts = readiness.reasons.map((reason) => readinessText(reason, station_type, clock));
  return [...texts, ...(readiness.more > 0 ? [`${readiness.more} more`] : [])].join("; ");
}
