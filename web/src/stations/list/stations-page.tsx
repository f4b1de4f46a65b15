import { useMemo, useState, type ComponentProps } from "react";
import { useQueryClient } from "@tanstack/react-query";
import type { TimeWindow } from "@groundcrew/shared/lib";
import type { SessionUser } from "@groundcrew/shared/sessions";
import {
  compilePlaces,
  fleetStats,
  availableGroups,
  hasPlaces,
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
import { useBaseView, type BaseView } from "./use-base-view.ts";
import { useListLook } from "./look.ts";
import { useChosenView } from "./use-chosen-view.ts";
import { useLaterCode, useMedia } from "../../lib/index.ts";
import { StationList, type RowSigns } from "./station-list.tsx";
import styles from "./stations-page.module.css";
import rowStyles from "./station-row.module.css";

/** The list or the map of stations, once the view that the address names is known. */
export function StationsPage({ user }: { user: SessionUser }) {
  const { base, error, refetch } = useBaseView(user);
  if (base) return <StationsInView user={user} base={base} />;
  return <NoList error={error} isAdmin={user.can_admin} onReload={() => void refetch()} />;
}

type NoListProps = { error: Error | null; isAdmin: boolean; onReload: () => void };

/** Shown instead of a list that is not loaded yet, or could not be loaded. */
function NoList({ error, isAdmin, onReload }: NoListProps) {
  if (error) return <Failed sentence={LIST_FAILED} reason={errorSentence(error)} onReload={onReload} />;
  return <ListSkeleton isAdmin={isAdmin} />;
}

function StationsInView({ user, base }: { user: SessionUser; base: BaseView }) {
  const { brand } = useConsole();
  const groups = useMemo(() => availableGroups(user), [user]);
  const view = useChosenView(groups, base);
  const { view: settings, change } = view;
  useLastList(user, view.query);
  const parts = partsFor(settings.filters);
  const { fleet, error, isFetching, isPlaceholder, freshness, refresh } = useFleet({ user, parts });
  const now = useServerNow();
  const shown = useMemo(() => (isPlaceholder ? withLoaded(settings) : settings), [isPlaceholder, settings]);
  const pause = usePause(fleet, parts.join());
  const { matching, stations } = useStationsByReadiness(pause.shown, shown);
  const { rows, moved, sortNow, listProps } = useHeldOrder(pause.shown, stations, shown);
  const { listed, isLoaded } = useListed({ user, settings, rows, hasFailed: error !== null && !isFetching });
  const stats = useStats({ stations, time: shown.time, fleet: pause.shown });
  const [dialog, setDialog] = useState<StationDialog | null>(null);
  const [signs, onSign] = useState<RowSigns>({ Sign: TypeButton, GroupSign: null });
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
      <Announcements {...{ fleet, stations, settings: shown }} />
      <Toolbar
        {...{ view, groups, isFetching, moved, onSortNow: sortNow }}
        views={<Views {...{ user, base, settings, fleet }} />}
      >
        <ListTools {...{ user, view, fleet, stations: rows, group: settings.group, onOpen: setDialog, onSign }} />
      </Toolbar>
      {base.isGone && <GoneNotice />}
      <ReadinessStrip stations={matching} {...view.on("ready")} />
      <LiveBanner freshness={freshness} paused={pause.paused} onRefresh={reload} />
      {listed ? (
        <FreshnessScope freshness={freshness}>
          {fleet && stations?.length === 0 && <NoStations fleet={fleet} onChange={change} />}
          {stations?.length !== 0 && (
            <ListOrMap
              {...{ user, stations: listed, current: pause.shown?.stations, isLoaded, now, brand, listProps, ...signs }}
              settings={shown}
              isAdmin={user.can_admin}
              isPaused={pause.paused !== null}
              onOpen={setDialog}
              onMapAt={(mapAt) => change({ mapAt })}
            />
          )}
        </FreshnessScope>
      ) : (
        <NoList error={isFetching ? null : error} isAdmin={user.can_admin} onReload={reload} />
      )}
      {dialog && (
        <StationDialogs open={dialog} isAdmin={user.can_admin} onRefresh={reload} onClose={() => setDialog(null)} />
      )}
    </>
  );
}

type AnnouncementsProps = {
  fleet: Fleet | undefined;
  stations: readonly Station[] | undefined;
  settings: ViewSettings;
};

/** Reads out how many stations are listed, and new errors. */
function Announcements({ fleet, stations, settings }: AnnouncementsProps) {
  return (
    <>
      <StatusLine>{stations ? viewSentence(stations.length, settings) : ""}</StatusLine>
      <StatusLine>{useNewErrors(fleet)}</StatusLine>
    </>
  );
}

const StationDialogs = lazyDialog(async () => (await import("../station-dialogs.tsx")).StationDialogs);

/** The stations that match the settings except for their readiness, and those that match all. */
function useStationsByReadiness(fleet: Fleet | undefined, settings: ViewSettings) {
  const anywhere = useMatchingStations(fleet, settings);
  const { ready, site, tags, tagsNot } = settings;
  const matching = useMemo(() => {
    const places = { site, tags, tagsNot };
    return hasPlaces(places) ? anywhere?.filter(compilePlaces(places)) : anywhere;
  }, [anywhere, site, tags, tagsNot]);
  const stations = useMemo(() => matching && withReadiness(matching, ready), [matching, ready]);
  return { matching, stations };
}

const LaterStrip = lazyPart(async () => (await import("./readiness-strip.tsx")).ReadinessStrip);

/** The strip over the list. Its place is there before its code. */
function ReadinessStrip(props: ComponentProps<typeof LaterStrip>) {
  return (
    <div className={`no-print mb-2 ${styles.strip}`}>
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

const Views = lazyPart(async () => (await import("../../saved-views/views-menu.tsx")).ViewsMenu);

const GoneNotice = lazyPart(async () => (await import("../../saved-views/gone-notice.tsx")).GoneNotice);

const LaterTools = lazyPart(async () => (await import("./list-tools.tsx")).ListTools);

type ListToolsProps = Omit<ComponentProps<typeof LaterTools>, "fleet" | "stations"> & {
  fleet: Fleet | undefined;
  stations: readonly Station[] | undefined;
};

/** Actions on the listed stations, once all are loaded. */
function ListTools({ fleet, stations, ...rest }: ListToolsProps) {
  return fleet && stations ? <LaterTools {...{ fleet, stations, ...rest }} /> : null;
}

const SidePanel = lazyPart(async () => (await import("../side-panel/side-panel.tsx")).SidePanel);

const StationMap = lazyPanel(async () => (await import("../map/station-map.tsx")).StationMap);

/** Windows that show the map and the switch to it: large screens only (specification, section 2). */
const LARGE = "(min-width: 40.0625em)";

type ListOrMapProps = ComponentProps<typeof StationList> & {
  user: SessionUser;
  listProps: ReturnType<typeof useHeldOrder>["listProps"];
  onMapAt: (at: MapAt | null) => void;
};

/** The filtered stations as a list or a map, as set; on a small screen always as a list. */
function ListOrMap({ onMapAt, listProps, user, ...props }: ListOrMapProps) {
  const { stations, current, settings } = props;
  const isLarge = useMedia(LARGE);
  const client = useQueryClient();
  const look = useListLook();
  useLaterCode(isLarge, () => void StationMap.load(client));
  const list = (shown: readonly Station[]) => (
    <div {...listProps} {...look} className="relative">
      <StationList {...props} stations={shown} />
      <SidePanel {...props} user={user} stations={shown} time={settings.time} />
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
