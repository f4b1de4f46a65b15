import { useCallback, useMemo, type ReactNode } from "react";
import { listReadinessReasons, type ReadinessReason } from "@groundcrew/shared/readiness";
import type { SessionUser } from "@groundcrew/shared/sessions";
import {
  groupStations,
  stationsCsv,
  type Station,
  type StationGroup,
  type ViewSettings,
} from "@groundcrew/shared/stations";
import { IconDownload } from "@tabler/icons-react";
import { call, errorSentence, useServerMutation } from "../../data/api/index.ts";
import { serverNow } from "../../data/clock/index.ts";
import type { Fleet } from "../../data/fleet/index.ts";
import { ImportLink, type ViewInAddress } from "../../kit/index.ts";
import { csvName, saveCsv, shownUnit } from "../../lib/index.ts";
import { isAnyPlaced, PlacesMenu, placesOf } from "../../sites/index.ts";
import { readinessClock, type StationDialog } from "../../station/index.ts";
import { IconButton, toast } from "../../ui/index.ts";
import type { SelectableList } from "../selection/selectable-list.ts";
import { selectedRows } from "../selection/selected-rows.ts";
import { Selection } from "../selection/selection.tsx";
import type { RowSigns } from "./station-list.tsx";
import { useListKeys } from "./use-list-keys.ts";

type SharedProps = {
  user: SessionUser;
  onOpen: (dialog: StationDialog) => void;
  /** Sets what is at the start of rows and of the headings of groups. */
  onSign: (signs: RowSigns) => void;
};

type WholeListToolsProps = SharedProps & {
  view: ViewInAddress<ViewSettings>;
  fleet: Fleet;
  /** The listed stations, and how they are grouped. */
  stations: readonly Station[];
  group: StationGroup;
};

/** The tools of a list of which all stations are loaded. */
export function WholeListTools({ view, fleet, stations, group, ...props }: WholeListToolsProps) {
  const { rows } = fleet.stations;
  const isPlaced = useMemo(() => isAnyPlaced(rows.values()), [rows]);
  const places = useCallback(() => placesOf(rows.values()), [rows]);
  const list = useMemo((): SelectableList => {
    const listed = groupStations(stations, group).flatMap((one) => one.stations);
    const newest = () => listed.map((station) => fleet.stations.get(station.name) ?? station);
    return {
      names: listed.map(({ name }) => name),
      total: listed.length,
      isComplete: true,
      find: (name) => fleet.stations.get(name),
      read: async () => newest(),
      addAll: selectedRows.addAll,
    };
  }, [stations, group, fleet]);
  return <ListTools {...props} list={list} places={<PlacesMenu isUsed={isPlaced} {...{ places, view }} />} />;
}

/** Tools for the listed stations: they are chosen by sites and tags, saved as a file, and selected to act on them. */
export function ListTools({ list, places, ...props }: SharedProps & { list: SelectableList; places: ReactNode }) {
  const { user, onOpen } = props;
  useListKeys({ user, find: list.find, onOpen });
  const save = useServerMutation({
    ifUnanswered: null,
    run: async (read: SelectableList["read"]) => {
      const chosen = await read();
      const reasons = await readMoreReasons(chosen);
      const now = serverNow();
      saveCsv(
        csvName("STATIONS", now),
        stationsCsv(chosen, { ...readinessClock(now), reasons, unit: shownUnit.get() }),
      );
    },
    onError: (error) => toast("danger", errorSentence(error)),
  });
  return (
    <>
      {places}
      <Selection {...props} list={list} onCsv={(chosen) => save.mutate(async () => chosen)} />
      <IconButton
        icon={IconDownload}
        label="Download CSV"
        disabled={list.total === 0}
        busy={save.isPending}
        onClick={() => save.mutate(list.read)}
      />
      {user.can_admin && <ImportLink kind="stations" />}
    </>
  );
}

/** All reasons of the stations that have more of them than their rows, by name. */
async function readMoreReasons(stations: readonly Station[]): Promise<ReadonlyMap<string, readonly ReadinessReason[]>> {
  if (!stations.some(({ readiness }) => readiness !== null && readiness.more > 0)) return new Map();
  const { body } = await call(listReadinessReasons, { query: {} });
  return new Map(body.stations.map(({ station, reasons }) => [station, reasons]));
}
