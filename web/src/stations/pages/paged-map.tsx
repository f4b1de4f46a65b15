import { useCallback, useMemo, useState } from "react";
import type { Content } from "@groundcrew/shared/contract";
import { isInside, mapListedStations, MAX_ZOOM } from "@groundcrew/shared/stations";
import { useServerData } from "../../data/index.ts";
import { useShownFreshness } from "../../data/freshness/index.ts";
import { countText, logMoment } from "../../lib/index.ts";
import { StationLink, useStation, type StationDialog } from "../../station/index.ts";
import { StaleBanner } from "../../data/freshness/index.ts";
import type { MapProps } from "../list/stations-view.tsx";
import type { MapView } from "../map/open-map.ts";
import type { TitledPoint } from "../map/points.ts";
import { MapFrame, StationPopup } from "../map/station-map.tsx";
import type { MapItem } from "../map/station-markers.ts";
import type { ListQuery } from "../../data/pages/index.ts";

/** More stations than this are links in a popup. */
const POPUP_MAX = 10;

type Item = Content<typeof mapListedStations>["items"][number];

/** The stations of a list in pages on a map. The server makes the clusters, and they are not listed below. */
export function PagedMap({ query, onOpen, ...area }: MapProps & { query: ListQuery }) {
  const [view, setView] = useState<MapView | null>(null);
  const args = view && { query: { ...query, zoom: Math.min(view.zoom, MAX_ZOOM), area: view.drawn.join(",") } };
  const { data, freshness } = useServerData(mapListedStations, args, { keepsPrevious: true });
  const shown = useShownFreshness();
  const asOf = shown.kind === "stale" ? logMoment(shown.asOf) : null;
  const items = useMemo(
    () => (data?.items ?? []).map((item) => itemOf(item, asOf, view?.zoom ?? 0)),
    [data, asOf, view],
  );
  const find = useCallback(() => items, [items]);
  const inView = (data?.items ?? [])
    .filter((item) => view && isInside(item, view.box))
    .reduce((sum, item) => sum + (item.kind === "cluster" ? item.count : 1), 0);
  return (
    <>
      <StaleBanner freshness={freshness} content="the map" />
      <MapFrame
        {...area}
        {...{ find, onView: setView }}
        unlocated={data?.unlocated ?? 0}
        renderPopup={(names) => <Popup names={names} onOpen={onOpen} />}
      />
      <section className="mt-4" aria-label="Stations in view">
        <h2>{`About ${countText(inView, "station")} in view`}</h2>
        <p className="muted">A list of this size is not repeated below the map. Choose List to see its rows.</p>
      </section>
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
