import { useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
import type { Content } from "@groundcrew/shared/contract";
import { mapListedStations, MAX_ZOOM, type Box } from "@groundcrew/shared/stations";
import { useServerData } from "../../data/index.ts";
import { useShownFreshness } from "../../data/freshness/index.ts";
import { logMoment } from "../../lib/index.ts";
import { StationLink, useStation, type StationDialog } from "../../station/index.ts";
import { StaleBanner } from "../../data/freshness/index.ts";
import type { MapProps } from "../list/stations-view.tsx";
import type { MapView } from "../map/open-map.ts";
import type { TitledPoint } from "../map/points.ts";
import { InView, MapFrame, StationPopup } from "../map/station-map.tsx";
import type { MapItem } from "../map/station-markers.ts";
import type { ListQuery } from "../../data/pages/index.ts";

/** More stations than this are links in a popup. */
const POPUP_MAX = 10;

type Item = Content<typeof mapListedStations>["items"][number];

type PagedMapProps = MapProps & {
  query: ListQuery;
  /** Called with the area in view; null when there is no map. */
  onBox: (box: Box | null) => void;
  /** How many stations are in it; undefined until that is known. */
  inView: number | undefined;
  /** The list of these. */
  children: ReactNode;
};

/** The stations of a list in pages on a map. The server makes the clusters. */
export function PagedMap({ query, onOpen, onBox, inView, children, ...area }: PagedMapProps) {
  const [view, setView] = useState<MapView | null>(null);
  const box = view?.box ?? null;
  useEffect(() => onBox(box), [onBox, box]);
  useEffect(() => () => onBox(null), [onBox]);
  const args = view && { query: { ...query, zoom: Math.min(view.zoom, MAX_ZOOM), area: view.drawn.join(",") } };
  const { data, freshness } = useServerData(mapListedStations, args, { keepsPrevious: true });
  const shown = useShownFreshness();
  const asOf = shown.kind === "stale" ? logMoment(shown.asOf) : null;
  const items = useMemo(
    () => (data?.items ?? []).map((item) => itemOf(item, asOf, view?.zoom ?? 0)),
    [data, asOf, view],
  );
  const find = useCallback(() => items, [items]);
  return (
    <>
      <StaleBanner freshness={freshness} content="the map" />
      <MapFrame
        {...area}
        {...{ find, onView: setView }}
        unlocated={data?.unlocated ?? 0}
        renderPopup={(names) => <Popup names={names} onOpen={onOpen} />}
      />
      <InView count={inView}>{children}</InView>
    </>
  );
}

function itemOf(item: Item, asOf: string | null, zoom: number): MapItem {
  const { lat, lng } = item;
  if (item.kind === "station") return { kind: "station", key: item.name, lat, lng, point: pointOf(item, asOf) };
  const { count, errors, offline, maintained, opens_at: opensAt } = item;
  const points = item.stations.map((station) => pointOf(station, asOf));
  const state = { isActive: item.is_active, errors, offline, maintained, notReady: item.not_ready };
  const key = [zoom, lat, lng, count, ...Object.values(state)].join(" ");
  return { kind: "cluster", key, lat, lng, zoom, count, points, opensAt, ...state };
}

function pointOf(station: Extract<Item, { kind: "station" }>, asOf: string | null): TitledPoint {
  const { name, serial_number, lat, lng, marker, has_errors: hasErrors, mark } = station;
  return { name, lat, lng, marker, hasErrors, mark, title: serial_number || name, asOf };
}

type PopupProps = { names: readonly string[]; onOpen: (dialog: StationDialog) => void };

/** The stations of a marker, or links to them if there are many. */
function Popup({ names, onOpen }: PopupProps) {
  if (names.length <= POPUP_MAX) return names.map((name) => <OneStation key={name} name={name} onOpen={onOpen} />);
  return (
    <ul className="column">
      {names.map((name) => (
        <li key={name}>
          <StationLink name={name}>{name}</StationLink>
        </li>
      ))}
    </ul>
  );
}

function OneStation({ name, onOpen }: { name: string; onOpen: PopupProps["onOpen"] }) {
  const { data } = useStation(name);
  return data ? <StationPopup station={data} onOpen={onOpen} /> : <StationLink name={name}>{name}</StationLink>;
}
