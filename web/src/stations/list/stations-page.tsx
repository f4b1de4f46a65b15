import { useMemo, useState, type ComponentProps } from "react";
import { useQueryClient } from "@tanstack/react-query";
import type { TimeWindow } from "@groundcrew/shared/lib";
import type { SessionUser } from "@groundcrew/shared/sessions";
import {
  fleetStats,
  availableGroups,
  listParts,
  partsFor,
  type Station,
  type ViewSettings,
  type MapAt,
  withoutParts,
  withReadiness,
} from "@groundcrew/shared/stations";
import { errorSentence } from "../../data/api/index.ts";
import { useServerNow } from "../../data/clock/index.ts";
import { useConsole } from "../../console/index.ts";
import { FreshnessScope } from "../../data/freshness/index.ts";
import { Failed, StatusLine, lazyDialog, lazyPanel, lazyPart, classes } from "../../ui/index.ts";
import {
  type Fleet,
  LIST_FAILED,
  NoStations,
  useFirstStations,
  useFleet,
  useMatchingStations,
  viewSentence,
} from "../../data/fleet/index.ts";
import { LiveBanner } from "../live/live-banner.tsx";
import { useHeldOrder } from "../live/use-held-order.ts";
import { useNewErrors } from "../live/use-new-errors.ts";
import { usePause } from "../live/use-pause.ts";
import { PageHead } from "../page-head.tsx";
import { TypeButton, type StationDialog } from "../../station/index.ts";
import { Toolbar } from "./toolbar.tsx";
import { useLastList, useOpensAtTop } from "./list-state.ts";
import { useChosenView } from "./use-chosen-view.ts";
import { useLaterCode, useMedia } from "../../lib/index.ts";
import { StationList } from "./station-list.tsx";
import type { RowSign } from "./station-row.tsx";
import styles from "./stations-page.module.css";
import rowStyles from "./station-row.module.css";

export function StationsPage({ user }: { user: SessionUser }) {
  const { brand } = useConsole();
  const groups = useMemo(() => availableGroups(user), [user]);
  const view = useChosenView(groups);
  const { view: settings, change } = view;
  useLastList(user, settings);
  const parts = partsFor(settings.filters);
  const { fleet, error, isFetching, isPlaceholder, freshness, refresh } = useFleet({ user, parts });
  const now = useServerNow();
  const shown = useMemo(() => (isPlaceholder ? withLoaded(settings) : settings), [isPlaceholder, settings]);
  const pause = usePause(fleet, parts.join());
  const { matching, stations } = useStationsByReadiness(pause.shown, shown);
  const { rows, moved, sortNow, listProps } = useHeldOrder(pause.shown, stations, shown);
  const hasFailed = error !== null && !isFetching;
  const { listed, isLoaded } = useListed({ user, settings, rows, hasFailed });
  const stats = useStats({ stations, time: shown.time, fleet: pause.shown });
  const [dialog, setDialog] = useState<StationDialog | null>(null);
  const [{ Sign }, onSign] = useState<{ Sign: RowSign }>({ Sign: TypeButton });
  const reload = () => void refresh();
  return (
    <>
      <title>{`Stations · ${brand.product}`}</title>
      <PageHead
        {...{ stats, freshness, pause, view }}
        time={shown.time}
        onRefresh={reload}
        {...(user.can_admin && { onAdd: () => setDialog({ kind: "add" }) })}
      />
      <StatusLine>{stations ? viewSentence(stations.length, shown) : ""}</StatusLine>
      <StatusLine>{useNewErrors(fleet)}</StatusLine>
      <Toolbar {...{ view, groups, isFetching, moved }} onSortNow={sortNow}>
        <ListTools {...{ user, fleet, stations: rows, group: settings.group, onOpen: setDialog, onSign }} />
      </Toolbar>
      <ReadinessStrip stations={matching} {...view.on("ready")} />
      <LiveBanner freshness={freshness} paused={pause.paused} onRefresh={reload} />
      {listed ? (
        <FreshnessScope freshness={freshness}>
          {fleet && stations?.length === 0 && <NoStations fleet={fleet} onChange={change} />}
          {stations?.length !== 0 && (
            <ListOrMap
              {...{ stations: listed, current: pause.shown?.stations, isLoaded, Sign, now, brand, listProps }}
              settings={shown}
              isAdmin={user.can_admin}
              isPaused={pause.paused !== null}
              onOpen={setDialog}
              onMapAt={(mapAt) => change({ mapAt })}
            />
          )}
        </FreshnessScope>
      ) : hasFailed ? (
        <Failed sentence={LIST_FAILED} reason={errorSentence(error)} onReload={reload} />
      ) : (
        <ListSkeleton isAdmin={user.can_admin} />
      )}
      {dialog && (
        <StationDialogs open={dialog} isAdmin={user.can_admin} onRefresh={reload} onClose={() => setDialog(null)} />
      )}
    </>
  );
}

const StationDialogs = lazyDialog(async () => (await import("../station-dialogs.tsx")).StationDialogs);

/** The stations that match the settings except for their readiness, and those that match all. */
function useStationsByReadiness(fleet: Fleet | undefined, settings: ViewSettings) {
  const matching = useMatchingStations(fleet, settings);
  const { ready } = settings;
  const stations = useMemo(() => matching && withReadiness(matching, ready), [matching, ready]);
  return { matching, stations };
}

const LaterStrip = lazyPart(async () => (await import("./readiness-strip.tsx")).ReadinessStrip);

/** The strip over the list. Its place is there before its code. */
function ReadinessStrip(props: ComponentProps<typeof LaterStrip>) {
  return (
    <div className={`no-print ${styles.strip}`}>
      <LaterStrip {...props} />
    </div>
  );
}

type ListedOptions = {
  user: SessionUser;
  settings: ViewSettings;
  rows: readonly Station[] | undefined;
  hasFailed: boolean;
};

/** The loaded rows, or those that the list begins with while it is loaded, unless it was left at a position further down. */
function useListed({ rows, hasFailed, ...view }: ListedOptions) {
  const opensAtTop = useOpensAtTop();
  const first = useFirstStations({ ...view, isWanted: !rows && !hasFailed && opensAtTop });
  return { listed: rows ?? first, isLoaded: rows !== undefined };
}

type StatsOptions = { stations: readonly Station[] | undefined; time: TimeWindow; fleet: Fleet | undefined };

/** The numbers of the page head, as of the newest response. */
function useStats({ stations, time, fleet }: StatsOptions) {
  const now = fleet?.respondedAt ?? 0;
  const volatile = fleet?.stations.volatile ?? null;
  return useMemo(
    () => stations && fleetStats(stations, { window: time, now, volatile }),
    [stations, time, now, volatile],
  );
}

/** Without the filters on parts that may not be loaded yet, which would hide every station. */
function withLoaded(settings: ViewSettings): ViewSettings {
  return { ...settings, filters: withoutParts(settings.filters, listParts) };
}

const LaterTools = lazyPart(async () => (await import("./list-tools.tsx")).ListTools);

type ListToolsProps = Omit<ComponentProps<typeof LaterTools>, "fleet" | "stations"> & {
  fleet: Fleet | undefined;
  stations: readonly Station[] | undefined;
};

/** What is done with the listed stations, once all are loaded. */
function ListTools({ fleet, stations, ...rest }: ListToolsProps) {
  return fleet && stations ? <LaterTools {...{ fleet, stations, ...rest }} /> : null;
}

const StationMap = lazyPanel(async () => (await import("../map/station-map.tsx")).StationMap);

/** Windows that show the map and the switch to it: large screens only (specification, section 2). */
const LARGE = "(min-width: 40.0625em)";

type ListOrMapProps = ComponentProps<typeof StationList> & {
  listProps: ReturnType<typeof useHeldOrder>["listProps"];
  onMapAt: (at: MapAt | null) => void;
};

/** The filtered stations as a list or a map, as set; on a small screen always as a list. */
function ListOrMap({ onMapAt, listProps, ...props }: ListOrMapProps) {
  const { stations, current, settings } = props;
  const isLarge = useMedia(LARGE);
  const client = useQueryClient();
  useLaterCode(isLarge, () => void StationMap.load(client));
  const list = (shown: readonly Station[]) => (
    <div {...listProps}>
      <StationList {...props} stations={shown} />
      {!props.isLoaded && (
        <output className="block size-small muted text-center p-4">Loading the rest of the list…</output>
      )}
    </div>
  );
  const isMap = settings.view === "map" && isLarge;
  const onMap = useMemo(
    () => (isMap ? stations.map((station) => current?.get(station.name) ?? station) : []),
    [isMap, stations, current],
  );
  if (!isMap) return list(stations);
  return (
    <StationMap stations={onMap} area={settings.mapAt} onArea={onMapAt} onOpen={props.onOpen}>
      {list}
    </StationMap>
  );
}

const ROWS = 12;

/** A placeholder for the list while it is loaded for the first time: rows without content. */
function ListSkeleton({ isAdmin }: { isAdmin: boolean }) {
  return (
    <output
      className={classes("rounded block surface bordered clip", styles.list, isAdmin && styles.admin)}
      aria-label="Loading..."
    >
      {Array.from({ length: ROWS }, (_, row) => (
        <div
          key={row}
          className={classes("relative surface border-below", rowStyles.row, rowStyles.placeholder)}
          aria-hidden
        >
          <div className={`grid align-center ${rowStyles.grid}`}>
            <div className={classes(rowStyles.type, styles.bone, styles.block, styles.sign)} />
            <div className={classes(rowStyles.id, styles.bone, styles.two)} />
            <div className={classes("small", rowStyles.place, styles.bone, styles.two)} />
            <div className={classes("small soft", rowStyles.description, styles.bone)} />
            <div className={classes(rowStyles.link, styles.bone, styles.block)} />
            <div className={classes(rowStyles.status, styles.bone, styles.block)} />
            <div className={classes(rowStyles.temperature, styles.bone)} />
            <div className={classes("nowrap text-end", rowStyles.value, styles.bone, styles.short)} />
            {isAdmin && <div className={classes(rowStyles.counters, styles.bone, styles.block)} />}
          </div>
        </div>
      ))}
    </output>
  );
}
