import type { Content } from "@groundcrew/shared/contract";
import {
  clusterIndex,
  isInside,
  itemsIn,
  mapPoint,
  NAMED_IN_CLUSTER,
  openingZoom,
  type Box,
  type ClusterIndex,
  type MapItem,
  type MapPoint,
  type mapListedStations,
  type SortKey,
} from "@groundcrew/shared/stations";
import { turns } from "../../platform/lib/index.ts";
import type { OrderedKeys } from "./key-order.ts";
import { STEP, type ListChoice, type Source } from "./kept-list.ts";
import { findListed, listedStation } from "./listed-station.ts";

/** The stations of a list on the map. */
export type ListMap = { index: ClusterIndex; unlocated: number };

type Shown = Content<typeof mapListedStations>;
type ShownStation = Extract<Shown["items"][number], { kind: "station" }>;

/** Finds the points of a list's stations. Those that are where they were in `before` keep their groups. */
export async function mapList(
  source: Source,
  { view }: ListChoice,
  { keys, before }: { keys: readonly SortKey[]; before: ListMap | undefined },
): Promise<ListMap> {
  const { board } = source;
  const now = board.now();
  const points: MapPoint[] = [];
  let listed = 0;
  const nextTurn = turns();
  for (const [index, { name }] of keys.entries()) {
    if (index % STEP === 0) await nextTurn();
    const entry = findListed(board, name, view);
    if (!entry) continue;
    listed += 1;
    const point = mapPoint(listedStation(entry, view.admin), now);
    if (point) points.push(point);
  }
  return { index: clusterIndex(points, before?.index), unlocated: listed - points.length };
}

/** The keys of the stations in an area of the map. */
export function keysWithin({ keys, readings }: OrderedKeys, { index }: ListMap, area: Box): OrderedKeys {
  const names = new Set(index.points.flatMap((point) => (isInside(point, area) ? point.name : [])));
  const isWithin = (at: number) => names.has(keys[at]?.name ?? "");
  return {
    keys: keys.filter((_, at) => isWithin(at)),
    readings: readings && readings.filter((_, at) => isWithin(at)),
  };
}

/** The markers and clusters in an area at a zoom. */
export function itemsOnMap(
  { board }: Source,
  { view }: ListChoice,
  { index, unlocated, area, zoom }: ListMap & { area: Box; zoom: number },
): Shown {
  const station = ({ name, lat, lng, marker, hasErrors: has_errors, mark }: MapPoint): ShownStation => {
    const serial_number = findListed(board, name, view)?.facts.serial_number ?? "";
    return { kind: "station", name, serial_number, lat, lng, marker, has_errors, mark };
  };
  return { unlocated, items: itemsIn(index, area, zoom).map((item) => shownItem(item, station)) };
}

function shownItem(item: MapItem, station: (point: MapPoint) => ShownStation): Shown["items"][number] {
  if (item.kind === "station") return station(item.point);
  const { lat, lng, count, isActive: is_active, errors, offline, maintained, notReady: not_ready } = item;
  const opens_at = openingZoom(item);
  const stations = opens_at === null ? item.points.slice(0, NAMED_IN_CLUSTER).map(station) : [];
  return { kind: "cluster", lat, lng, count, is_active, errors, offline, maintained, not_ready, opens_at, stations };
}
