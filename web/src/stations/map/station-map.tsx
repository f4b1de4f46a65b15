import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from "react";
import { createPortal } from "react-dom";
import { useQueryClient } from "@tanstack/react-query";
import {
  clusterIndex,
  itemsIn,
  onlineStatus,
  onlineStatusLabels,
  type ClusterIndex,
  type LinkStatus,
  type MapAt,
  type Station,
} from "@groundcrew/shared/stations";
import { IconFocusCentered, IconMapOff, IconMinus, IconPlus } from "@tabler/icons-react";
import "leaflet/dist/leaflet.css";
import { useServerNow } from "../../data/clock/index.ts";
import { useConsole } from "../../console/index.ts";
import { useShownFreshness, useFrozenVideos } from "../../data/freshness/index.ts";
import { logMoment, countText, webAddress } from "../../lib/index.ts";
import { currentUser } from "../../sessions/index.ts";
import {
  MaintenancePill,
  ReadinessLine,
  type StationDialog,
  StationLink,
  stationTitle,
  useLinkStatus,
  useReading,
} from "../../station/index.ts";
import { classes, Empty, IconButton } from "../../ui/index.ts";
import styles from "./map.module.css";
import { MaintenanceButtons } from "../maintenance-buttons.tsx";
import { Legend } from "./marker-icons.tsx";
import { type MapView, openMap, type OpenMap } from "./open-map.ts";
import { isSameMap, mapPoints, stationsInView, unlocatedSentence, type TitledPoint } from "./points.ts";
import type { FindItems } from "./station-markers.ts";

type AreaProps = {
  /** The area to show; null for the whole world. */
  area: MapAt | null;
  onArea: (area: MapAt | null) => void;
};

type StationMapProps = AreaProps & {
  stations: readonly Station[];
  onOpen: (dialog: StationDialog) => void;
  /** Renders the stations that are in view. */
  children: (inView: readonly Station[]) => ReactNode;
};

/** Stations on a map. */
export function StationMap({ stations, area, onArea, onOpen, children }: StationMapProps) {
  const freshness = useShownFreshness();
  const frozen = useFrozenVideos();
  const { points, unlocated } = useMemo(
    () => mapPoints(stations, { freshness, frozen }),
    [stations, freshness, frozen],
  );
  const find = useFindItems(points);
  const [view, setView] = useState<MapView | null>(null);
  const box = view?.box ?? null;
  const inView = useMemo(() => stationsInView(stations, points, box), [stations, points, box]);

  return (
    <>
      <MapFrame
        {...{ area, onArea, find, unlocated, onView: setView }}
        renderPopup={(names) =>
          stations
            .filter(({ name }) => names.includes(name))
            .map((station) => <StationPopup key={station.name} station={station} onOpen={onOpen} />)
        }
      />
      <InView count={inView.length}>{children(inView)}</InView>
    </>
  );
}

/** The list of the stations in view, below the map; empty until their number is known. */
export function InView({ count, children }: { count: number | undefined; children: ReactNode }) {
  return (
    <section className={`mt-4 ${styles.list}`} aria-label="Stations in view">
      {count === 0 && <Empty icon={IconMapOff} sentence="No stations in view" />}
      {count !== undefined && count > 0 && (
        <>
          <h2>{`${countText(count, "station")} in view`}</h2>
          {children}
        </>
      )}
    </section>
  );
}

type MapFrameProps = AreaProps & {
  find: FindItems;
  /** How many stations are not on the map. */
  unlocated: number;
  onView: (view: MapView) => void;
  renderPopup: (names: readonly string[]) => ReactNode;
};

/** A map of stations with its controls and its legend. */
export function MapFrame({ unlocated, renderPopup, ...options }: MapFrameProps) {
  const container = useRef<HTMLDivElement>(null);
  const { map_tiles: tiles } = useConsole();
  const freshness = useShownFreshness();
  const asOf = freshness.kind === "stale" ? logMoment(freshness.asOf) : null;
  const { popup, map } = useStationMap(container, options);
  const sentence = unlocatedSentence(unlocated);

  useLayoutEffect(() => {
    popup?.update();
    popup?.node.querySelector("a")?.focus({ preventScroll: true });
  }, [popup]);

  return (
    <section aria-label="Map of stations" className={classes(asOf !== null && styles.stale)}>
      <div className={`rounded bordered clip relative ${styles.frame}`}>
        <div ref={container} className={`inner-focus ${styles.map}`} />
        <div className={`absolute column no-print ${styles.controls}`}>
          <IconButton icon={IconPlus} label="Zoom in" onClick={() => map.current?.zoomIn()} />
          <IconButton icon={IconMinus} label="Zoom out" onClick={() => map.current?.zoomOut()} />
          <IconButton icon={IconFocusCentered} label="Reset view" onClick={() => map.current?.reset()} />
        </div>
        {tiles && <span className={`absolute px-1h caption soft surface ${styles.credit}`}>{tiles.attribution}</span>}
      </div>
      <div className="gap-1-4 row wrap caption muted mt-2">
        {sentence !== null && <p>{sentence}</p>}
        <Legend asOf={asOf} />
      </div>
      {popup && createPortal(renderPopup(popup.names), popup.node)}
    </section>
  );
}

const LINK_WORDS: Record<LinkStatus, string> = { online: "Online", offline: "Offline", unknown: "Unknown" };

type StationPopupProps = { station: Station; onOpen: (dialog: StationDialog) => void };

/** A station's popup on the map: its title, its state, links to its dashboard and its page, and its maintenance. */
export function StationPopup({ station, onOpen }: StationPopupProps) {
  const { readiness, maintenance, station_type } = station;
  const { isStale, since, evaluatedAt } = useReading(station);
  const now = useServerNow();
  const user = currentUser(useQueryClient());
  const dashboard = webAddress(station.hexone_dashboard);
  const errors = station.support_metrics?.errors_unresolved ?? 0;
  const link = useLinkStatus(station);
  const states = [
    LINK_WORDS[link],
    onlineStatusLabels[onlineStatus(station, evaluatedAt)].detail,
    ...(isStale ? [`as of ${logMoment(since)}`] : []),
  ];
  return (
    <div className={`column anywhere ${styles.station}`}>
      <span className="default heavy">{stationTitle(station)}</span>
      <span className="soft">
        {states.join(" · ")}
        {errors > 0 && <span className="danger strong">{` · ${countText(errors, "unresolved error")}`}</span>}
      </span>
      {maintenance === null && <ReadinessLine {...{ readiness, maintenance, station_type, isStale, now }} />}
      {station.description !== "" && <span>{station.description}</span>}
      {dashboard !== null && (
        <a href={dashboard} target="_blank" rel="noopener noreferrer" title="Open the dashboard">
          {station.name}
        </a>
      )}
      <StationLink name={station.name}>{dashboard === null ? station.name : "Station page"}</StationLink>
      {maintenance !== null && (
        <div className={styles.work}>
          <MaintenancePill maintenance={maintenance} now={now} noteClass="soft" />
        </div>
      )}
      <MaintenanceButtons
        stations={[station]}
        user={user}
        of={stationTitle(station)}
        className={styles.work}
        onOpen={onOpen}
      />
    </div>
  );
}

type OpenPopup = Parameters<Parameters<typeof openMap>[1]["onPopup"]>[0];

type StationMapOptions = Pick<MapFrameProps, "area" | "onArea" | "find" | "onView">;

/** Shows a map of stations in an element. Returns the open popup. */
function useStationMap(container: RefObject<HTMLElement | null>, { find, area, onArea, onView }: StationMapOptions) {
  const { map_tiles: tiles } = useConsole();
  const [popup, setPopup] = useState<OpenPopup>(null);
  const map = useRef<OpenMap>(undefined);
  const show = useEffectEvent((opened: OpenMap) => opened.show(find));
  const move = useEffectEvent((next: MapView) => {
    onView(next);
    if (!isSameArea(next.area, area)) onArea(next.area);
  });
  const open = useEffectEvent((element: HTMLElement, mapTiles: typeof tiles) =>
    openMap(element, { tiles: mapTiles, area, onPopup: setPopup, onMove: move }),
  );

  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const opened = open(element, tiles);
    map.current = opened;
    show(opened);
    return () => opened.close();
  }, [container, tiles]);

  useEffect(() => map.current?.show(find), [find]);

  return { popup, map };
}

type Indexed = { points: readonly TitledPoint[]; index: ClusterIndex<TitledPoint> };

/** Finds the items of points on the map. Every refresh creates new stations; most of them look the same here, and then this is the same function. */
function useFindItems(points: readonly TitledPoint[]): FindItems {
  const [indexed, setIndexed] = useState<Indexed>(() => ({ points, index: clusterIndex(points) }));
  if (indexed.points !== points && !isSameMap(points, indexed.points))
    setIndexed({ points, index: clusterIndex(points, indexed.index) });
  const { index } = indexed;
  return useCallback((box, zoom) => itemsIn(index, box, zoom), [index]);
}

function isSameArea(one: MapAt | null, other: MapAt | null): boolean {
  if (one === null || other === null) return one === other;
  return one.lat === other.lat && one.lng === other.lng && one.zoom === other.zoom;
}
