import type { ComponentProps } from "react";
import { toCsv, type CsvCell } from "@groundcrew/shared/lib";
import {
  firmwareOf,
  groupStations,
  onlineStatus,
  onlineStatusLabels,
  partLabels,
  readinessPart,
  type Station,
  type ViewSettings,
} from "@groundcrew/shared/stations";
import { IconDownload } from "@tabler/icons-react";
import { serverNow } from "../../data/clock/index.ts";
import { ImportLink, type ViewInAddress } from "../../kit/index.ts";
import { csvName, saveCsv } from "../../lib/index.ts";
import { PlacesMenu } from "../../sites/index.ts";
import { reasonText, stationTypeIcons } from "../../station/index.ts";
import { IconButton } from "../../ui/index.ts";
import { Selection } from "../selection/selection.tsx";
import { useListKeys } from "./use-list-keys.ts";

type ListToolsProps = Omit<ComponentProps<typeof Selection>, "onCsv"> & { view: ViewInAddress<ViewSettings> };

/** What is done with the listed stations: they are chosen by sites and tags, saved as a file, and selected to act on them. */
export function ListTools({ view, ...props }: ListToolsProps) {
  const { fleet, stations, group, user, onOpen } = props;
  useListKeys({ user, find: (name) => fleet.stations.get(name), onOpen });
  function save(saved: readonly Station[]) {
    const now = serverNow();
    saveCsv(
      csvName("STATIONS", now),
      stationsCsv(
        saved.map((station) => fleet.stations.get(station.name) ?? station),
        now,
      ),
    );
  }
  const listed = () => groupStations(stations, group).flatMap((one) => one.stations);
  return (
    <>
      <PlacesMenu fleet={fleet} view={view} />
      <Selection {...props} onCsv={save} />
      <IconButton
        icon={IconDownload}
        label="Download CSV"
        disabled={stations.length === 0}
        onClick={() => save(listed())}
      />
      {props.user.can_admin && <ImportLink kind="stations" />}
    </>
  );
}

/** The content of the file that Download CSV saves. Values that are not known are empty. */
function stationsCsv(stations: readonly Station[], now: number): string {
  return toCsv(
    columns.map(([title]) => title),
    stations.map((station) => columns.map(([, valueOf]) => valueOf(station, now))),
  );
}

const columns: readonly (readonly [string, (station: Station, now: number) => CsvCell])[] = [
  ["Station", ({ name }) => name],
  ["Serial Number", ({ serial_number }) => serial_number],
  ["Type", ({ station_type }) => stationTypeIcons[station_type].label],
  ["Organization", ({ organization_name }) => organization_name],
  ["Location", ({ location_deployment }) => location_deployment],
  ["Site", ({ site_name }) => site_name],
  ["Tags", ({ tags }) => tags?.join(";")],
  ["Description", ({ description }) => description],
  ["Online", ({ last_online_status }) => last_online_status],
  ["Last Online", ({ last_online }) => last_online],
  ["Status", (station, now) => onlineStatusLabels[onlineStatus(station, now)].detail],
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
function reasonsText({ readiness, station_type: stationType }: Station, now: number): CsvCell {
  if (readiness === null) return null;
  const texts = readiness.reasons.map((reason) => reasonText(reason, { stationType, now }));
  return [...texts, ...(readiness.more > 0 ? [`${readiness.more} more`] : [])].join("; ");
}
