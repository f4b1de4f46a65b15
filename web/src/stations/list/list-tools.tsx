import type { ComponentProps } from "react";
import { listReadinessReasons, type ReadinessReason } from "@groundcrew/shared/readiness";
import { groupStations, stationsCsv, type Station, type ViewSettings } from "@groundcrew/shared/stations";
import { IconDownload } from "@tabler/icons-react";
import { call, errorSentence, useServerMutation } from "../../data/api/index.ts";
import { serverNow } from "../../data/clock/index.ts";
import { ImportLink, type ViewInAddress } from "../../kit/index.ts";
import { csvName, saveCsv } from "../../lib/index.ts";
import { PlacesMenu } from "../../sites/index.ts";
import { readinessClock } from "../../station/index.ts";
import { IconButton, toast } from "../../ui/index.ts";
import { Selection } from "../selection/selection.tsx";
import { useListKeys } from "./use-list-keys.ts";

type ListToolsProps = Omit<ComponentProps<typeof Selection>, "onCsv"> & { view: ViewInAddress<ViewSettings> };

/** Tools for the listed stations: they are chosen by sites and tags, saved as a file, and selected to act on them. */
export function ListTools({ view, ...props }: ListToolsProps) {
  const { fleet, stations, group, user, onOpen } = props;
  useListKeys({ user, find: (name) => fleet.stations.get(name), onOpen });
  const save = useServerMutation({
    ifUnanswered: null,
    run: async (chosen: readonly Station[]) => {
      const reasons = await readMoreReasons(chosen);
      const now = serverNow();
      const newest = chosen.map((station) => fleet.stations.get(station.name) ?? station);
      saveCsv(csvName("STATIONS", now), stationsCsv(newest, { ...readinessClock(now), reasons }));
    },
    onError: (error) => toast("danger", errorSentence(error)),
  });
  const listed = () => groupStations(stations, group).flatMap((one) => one.stations);
  return (
    <>
      <PlacesMenu fleet={fleet} view={view} />
      <Selection {...props} onCsv={save.mutate} />
      <IconButton
        icon={IconDownload}
        label="Download CSV"
        disabled={stations.length === 0}
        busy={save.isPending}
        onClick={() => save.mutate(listed())}
      />
      {props.user.can_admin && <ImportLink kind="stations" />}
    </>
  );
}

/** All reasons of the stations that have more of them than their rows, by name. */
async function readMoreReasons(stations: readonly Station[]): Promise<ReadonlyMap<string, readonly ReadinessReason[]>> {
  if (!stations.some(({ readiness }) => readiness !== null && readiness.more > 0)) return new Map();
  const { body } = await call(listReadinessReasons, { query: {} });
  return new Map(body.stations.map(({ station, reasons }) => [station, reasons]));
}
