import type { Content } from "@groundcrew/shared/contract";
import {
  clusterIndex,
  itemsIn,
  mapPoint,
  type Box,
  type ClusterIndex,
  type MapItem,
  type mapListedStations,
  type SortKey,
} from "@groundcrew/shared/stations";
import { stationsOf } from "./count-list.ts";
import type { ListChoice, Source } from "./kept-list.ts";

/** The stations of a list on the map. */
export type ListMap = { index: ClusterIndex; unlocated: number };

type Shown = Content<typeof mapListedStations>;

/** Finds the points of a list's stations. Those that are where they were in `before` keep their groups. */
export async function mapList(
  source: Source,
  { view }: ListChoice,
  { keys, before }: { keys: readonly SortKey[]; before: ListMap | undefined },
): Promise<ListMap> {
  const stations = await stationsOf(source, view, keys);
  const now = source.board.now();
  const points = stations.flatMap((station) => mapPoint(station, now) ?? []);
  return { index: clusterIndex(points, before?.index), unlocated: stations.length - points.length };
}

/** The markers and clusters in an area at a zoom. */
export function itemsOnMap({ index, unlocated }: ListMap, { area, zoom }: { area: Box; zoom: number }): Shown {
  return { unlocated, items: itemsIn(index, area, zoom).map(shownItem) };
}

function shownItem(item: MapItem): Shown["items"][number] {
  const { lat, lng } = item;
  if (item.kind === "station") {
    const { name, marker, hasErrors: has_errors, mark } = item.point;
    return { kind: "station", name, lat, lng, marker, has_errors, mark };
  }
  const { count, isActive: is_active, errors, offline, maintained, notReady: not_ready } = item;
  return { kind: "cluster", lat, lng, count, is_active, errors, offline, maintained, not_ready };
}
