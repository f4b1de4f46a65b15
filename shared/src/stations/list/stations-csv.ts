import { degreeSigns, inUnits, ownValue, shownLimit, toCsv, units, type CsvCell, type Units } from "../../lib/index.ts";
import { readinessText, type ReadinessClock, type ReadinessReason } from "../../readiness/index.ts";
import { stationTypeLabels } from "../../telemetry/index.ts";
import { firmwareOf } from "../firmware.ts";
import { onlineStatus, onlineStatusLabels } from "../online-status.ts";
import type { Station } from "../station.ts";
import { partLabels, readinessPart } from "./readiness.ts";

/** How the file writes times and temperatures, and all reasons of stations that have more than their rows, by name. */
type FileContext = ReadinessClock & { unit: Units; reasons?: ReadonlyMap<string, readonly ReadinessReason[]> };

/** The file that Download CSV saves of a list of stations, in its order. Values that are not known are empty. */
export function stationsCsv(stations: readonly Station[], context: FileContext): string {
  const columns = columnsIn(context.unit);
  return toCsv(
    columns.map(([title]) => title),
    stations.map((station) => columns.map(([, valueOf]) => valueOf(station, context))),
  );
}

/** The titles of the column of the temperature, one for each unit. */
export const temperatureColumns = units.options.map(temperatureColumn);

function temperatureColumn(unit: Units): string {
  return `Temperature (${degreeSigns[unit]})`;
}

type Columns = readonly (readonly [string, (station: Station, context: FileContext) => CsvCell])[];

const columnsIn = (unit: Units): Columns => [
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
  [temperatureColumn(unit), temperatureCell],
  ["Swaps", ({ swaps_performed }) => swaps_performed],
  ["Errors Unresolved", ({ support_metrics }) => support_metrics?.errors_unresolved],
  ["API Version", ({ version_api }) => version_api],
  ["Firmware Version", firmwareOf],
];

function readinessName(station: Station): CsvCell {
  const part = readinessPart(station);
  return part && partLabels[part];
}

function temperatureCell({ last_telemetry_data }: Station, { unit }: FileContext): CsvCell {
  const temperatureF = last_telemetry_data?.status?.internal_temperature;
  return temperatureF === null || temperatureF === undefined ? null : shownLimit(temperatureF, unit);
}

/** All reasons, worst first; those of the row, and how many more there are, of a station that has got more only now. */
function reasonsText({ name, readiness, station_type }: Station, { reasons, unit, ...clock }: FileContext): CsvCell {
  if (readiness === null) return null;
  const all = readiness.more > 0 ? reasons?.get(name) : readiness.reasons;
  const texts = (all ?? readiness.reasons).map((reason) => inUnits(readinessText(reason, station_type, clock), unit));
  return [...texts, ...(all ? [] : [`${readiness.more} more`])].join("; ");
}
