import type { ComponentProps } from "react";
import { groupStations, stationsCsv, type Station, type ViewSettings } from "@groundcrew/shared/stations";
import { IconDownload } from "@tabler/icons-react";
import { serverNow } from "../../data/clock/index.ts";
import { ImportLink, type ViewInAddress } from "../../kit/index.ts";
import { csvName, saveCsv } from "../../lib/index.ts";
import { PlacesMenu } from "../../sites/index.ts";
import { readinessClock } from "../../station/index.ts";
import { IconButton } from "../../ui/index.ts";
import { Selection } from "../selection/selection.tsx";
import { useListKeys } from "./use-list-keys.ts";

type ListToolsProps = Omit<ComponentProps<typeof Selection>, "onCsv"> & { view: ViewInAddress<ViewSettings> };

/** Tools for the listed stations: they are chosen by sites and tags, saved as a file, and selected to act on them. */
export function ListTools({ view, ...props }: ListToolsProps) {
  const { fleet, stations, group, user, onOpen } = props;
  useListKeys({ user, find: (name) => fleet.stations.get(name), onOpen });
  function save(saved: readonly Station[]) {
    const now = serverNow();
    saveCsv(
      csvName("STATIONS", now),
      stationsCsv(
        saved.map((station) => fleet.stations.get(station.name) ?? station),
        readinessClock(now),
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
