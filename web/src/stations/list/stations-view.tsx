import { useMemo, useState, type ComponentProps, type ReactNode } from "react";
import { useQueryClient } from "@tanstack/react-query";
import type { SessionUser } from "@groundcrew/shared/sessions";
import type { FleetStats, MapAt, Station, StationGroup, ViewSettings } from "@groundcrew/shared/stations";
import { errorSentence } from "../../data/api/index.ts";
import { useServerNow } from "../../data/clock/index.ts";
import { useConsole } from "../../console/index.ts";
import { FreshnessScope, type Freshness } from "../../data/freshness/index.ts";
import { Failed, StatusLine, lazyDialog, lazyPanel, lazyPart, classes } from "../../ui/index.ts";
import { type Fleet, LIST_FAILED, viewSentence } from "../../data/fleet/index.ts";
import { LiveBanner } from "../live/live-banner.tsx";
import type { useHeldOrder } from "../live/use-held-order.ts";
import type { Pause } from "../live/use-pause.ts";
import { PageHead } from "../page-head.tsx";
import { TypeButton, type StationDialog } from "../../station/index.ts";
import { Toolbar } from "./toolbar.tsx";
import type { BaseView } from "./use-base-view.ts";
import { useListLook } from "./look.ts";
import type { ListRow } from "./listed.ts";
import type { useChosenView } from "./use-chosen-view.ts";
import { useLaterCode, useMedia } from "../../lib/index.ts";
import { StationList, type RowSigns } from "./station-list.tsx";
import styles from "./stations-page.module.css";
import rowStyles from "./station-row.module.css";

type Tools = { group: StationGroup; onOpen: (dialog: StationDialog) => void; onSign: (signs: RowSigns) => void };

type ShownRows = Pick<ComponentProps<typeof StationList>, "groups" | "current" | "isLoaded" | "pending" | "onShown">;

/** Everything that the page shows of a list, whether it is loaded as a whole or in pages. */
export type ListSource = ShownRows & {
  /** The settings that the stations match. */
  settings: ViewSettings;
  /** Undefined until they are loaded. */
  stations: readonly ListRow[] | undefined;
  /** How many stations are listed, and how many the user sees at all; undefined until that is known. */
  total: number | undefined;
  visible: number | undefined;
  matching: Pick<ComponentProps<typeof LaterStrip>, "stations" | "total">;
  stats: FleetStats | undefined;
  /** For screen readers. */
  newErrors: string;
  /** The whole fleet, if it is loaded. */
  fleet: Fleet | undefined;
  error: Error | null;
  isFetching: boolean;
  freshness: Freshness;
  pause: Pause;
  order: Omit<ReturnType<typeof useHeldOrder>, "rows">;
  onRefresh: () => void;
  /** Actions on the listed stations, once there are any. */
  renderTools: (tools: Tools) => ReactNode;
  /** Shows the stations on a map, with their list; null for the map of a whole list. */
  renderMap: ((map: MapProps, list: ReactNode) => ReactNode) | null;
};

export type MapProps = {
  area: MapAt | null;
  onArea: (area: MapAt | null) => void;
  onOpen: (dialog: StationDialog) => void;
};

type StationsViewProps = {
  user: SessionUser;
  base: BaseView;
  view: ReturnType<typeof useChosenView>;
  /** The groupings that the user may choose. */
  groups: readonly StationGroup[];
  source: ListSource;
};

/** The page of a list of stations. */
export function StationsView({ user, base, view, groups, source }: StationsViewProps) {
  const { brand } = useConsole();
  const { view: chosen, change } = view;
  const { settings, stations, total, freshness, error, isFetching, pause, order, onRefresh } = source;
  const [dialog, setDialog] = useState<StationDialog | null>(null);
  const [signs, onSign] = useState<RowSigns>({ Sign: TypeButton, GroupSign: null });
  return (
    <>
      <title>{`Stations · ${brand.product}`}</title>
      <PageHead
        {...{ freshness, pause, view, onRefresh }}
        stats={source.stats}
        time={settings.time}
        {...(user.can_admin && { onAdd: () => setDialog({ kind: "add" }) })}
      />
      <StatusLine>{total === undefined ? "" : viewSentence(total, settings)}</StatusLine>
      <StatusLine>{source.newErrors}</StatusLine>
      <Toolbar
        {...{ view, groups, isFetching }}
        moved={order.moved}
        onSortNow={order.sortNow}
        views={<Views {...{ user, base, settings: chosen, fleet: source.fleet }} />}
      >
        {source.renderTools({ group: chosen.group, onOpen: setDialog, onSign })}
      </Toolbar>
      {base.isGone && <GoneNotice />}
      <ReadinessStrip {...source.matching} {...view.on("ready")} />
      <LiveBanner freshness={freshness} paused={pause.paused} onRefresh={onRefresh} />
      {stations ? (
        <FreshnessScope freshness={freshness}>
          {total === 0 && <NoStations visible={source.visible} onChange={change} />}
          {total !== 0 && (
            <ListOrMap
              {...{ user, source, stations, brand, ...signs }}
              onOpen={setDialog}
              onMapAt={(mapAt) => change({ mapAt })}
            />
          )}
        </FreshnessScope>
      ) : (
        <NoList error={isFetching ? null : error} isAdmin={user.can_admin} onReload={onRefresh} />
      )}
      {dialog && (
        <StationDialogs open={dialog} isAdmin={user.can_admin} onRefresh={onRefresh} onClose={() => setDialog(null)} />
      )}
    </>
  );
}

type NoListProps = { error: Error | null; isAdmin: boolean; onReload: () => void };

/** Shown instead of a list that is not loaded yet, or could not be loaded. */
export function NoList({ error, isAdmin, onReload }: NoListProps) {
  if (error) return <Failed sentence={LIST_FAILED} reason={errorSentence(error)} onReload={onReload} />;
  return <ListSkeleton isAdmin={isAdmin} />;
}

const StationDialogs = lazyDialog(async () => (await import("../station-dialogs.tsx")).StationDialogs);

const NoStations = lazyPart(async () => (await import("../../data/fleet/no-stations.tsx")).NoStations);
const LaterStrip = lazyPart(async () => (await import("./readiness-strip.tsx")).ReadinessStrip);

/** The strip over the list. Its place is there before its code. */
function ReadinessStrip(props: ComponentProps<typeof LaterStrip>) {
  return (
    <div className={`no-print mb-2 ${styles.strip}`}>
      <LaterStrip {...props} />
    </div>
  );
}

const Views = lazyPart(async () => (await import("../../saved-views/views-menu.tsx")).ViewsMenu);

const GoneNotice = lazyPart(async () => (await import("../../saved-views/gone-notice.tsx")).GoneNotice);

const SidePanel = lazyPart(async () => (await import("../side-panel/side-panel.tsx")).SidePanel);

const StationMap = lazyPanel(async () => (await import("../map/station-map.tsx")).StationMap);

/** Windows that show the map and the switch to it: large screens only (specification, section 2). */
const LARGE = "(min-width: 40.0625em)";

type ListOrMapProps = Pick<ComponentProps<typeof StationList>, "brand" | "onOpen" | "Sign" | "GroupSign"> & {
  user: SessionUser;
  source: ListSource;
  stations: readonly ListRow[];
  onMapAt: (at: MapAt | null) => void;
};

/** The filtered stations as a list or a map, as set; on a small screen always as a list. */
function ListOrMap({ user, source, stations, onMapAt, ...props }: ListOrMapProps) {
  const { settings, current, isLoaded, order, groups, pending, onShown, renderMap } = source;
  const now = useServerNow();
  const isLarge = useMedia(LARGE);
  const client = useQueryClient();
  const look = useListLook();
  useLaterCode(isLarge && !renderMap, () => void StationMap.load(client));
  const row = { now, isPaused: source.pause.paused !== null };
  const list = (shown: readonly ListRow[]) => (
    <div {...order.listProps} {...look} className="relative">
      <StationList
        {...{ ...props, ...row, settings, current, isLoaded, groups, pending, onShown, stations: shown }}
        isAdmin={user.can_admin}
      />
      <SidePanel {...{ ...row, user, current, stations: shown, time: settings.time, onOpen: props.onOpen }} />
      {!isLoaded && <output className="block size-small muted text-center p-4">Loading the rest of the list…</output>}
    </div>
  );
  const isMap = settings.view === "map" && isLarge;
  const onMap = useMemo(
    () =>
      isMap ? stations.flatMap((station): Station[] => (station ? [current?.get(station.name) ?? station] : [])) : [],
    [isMap, stations, current],
  );
  if (!isMap) return list(stations);
  const map = { area: settings.mapAt, onArea: onMapAt, onOpen: props.onOpen };
  if (renderMap) return renderMap(map, list(stations));
  return (
    <StationMap {...map} stations={onMap}>
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
