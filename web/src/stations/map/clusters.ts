import { MAP } from "@groundcrew/shared/lib";
import Supercluster from "supercluster";
import type { MapPoint } from "./points.ts";
import { WORLD, type Box } from "./geography.ts";

/** The highest zoom level. */
export const MAX_ZOOM = 18;
/** Size of the map's tiles (px), which the cluster radius is relative to. */
const TILE_PX = 256;

type PointProperties = { point: MapPoint };
type ClusterProperties = { isActive: boolean; errors: number; offline: number; maintained: number };
type ClusterIndex = Supercluster<PointProperties, ClusterProperties>;

/** A marker or a cluster on the map. `key` stays the same while it looks the same. */
export type MapItem = { key: string; lat: number; lng: number } & (
  | { kind: "station"; point: MapPoint }
  | ({ kind: "cluster"; id: number; count: number } & ClusterProperties)
);

/** The worst state of an item on the map: unresolved errors are worse than a link that is down. */
export function worstState(item: MapItem): "errors" | "offline" | null {
  if (item.kind === "station") return item.point.hasErrors ? "errors" : null;
  if (item.errors > 0) return "errors";
  return item.offline > 0 ? "offline" : null;
}

/** Stations clustered for every zoom level. A cluster is active when any station in it is. */
export function clusterIndex(points: readonly MapPoint[]): ClusterIndex {
  const index = new Supercluster<PointProperties, ClusterProperties>({
    radius: MAP.cluster_radius_px,
    extent: TILE_PX,
    maxZoom: MAX_ZOOM,
    map: ({ point: { marker, hasErrors } }) => ({
      isActive: marker === "activity",
      errors: Number(hasErrors),
      offline: Number(marker === "offline"),
      maintained: Number(marker === "maintenance"),
    }),
    // The library requires that this changes the object that it passes.
    reduce: (all, one) => {
      all.isActive ||= one.isActive;
      all.errors += one.errors;
      all.offline += one.offline;
      all.maintained += one.maintained;
    },
  });
  return index.load(
    points.map((point) => ({
      type: "Feature",
      properties: { point },
      geometry: { type: "Point", coordinates: [point.lng, point.lat] },
    })),
  );
}

/** The items in an area of the map. */
export function itemsIn(index: ClusterIndex, box: Box, zoom: number): MapItem[] {
  return index.getClusters(box, zoom).map(({ properties, geometry }): MapItem => {
    const [lng = 0, lat = 0] = geometry.coordinates;
    if (!("cluster" in properties)) {
      const { point } = properties;
      return { kind: "station", key: point.name, lat, lng, point };
    }
    const { cluster_id: id, point_count: count, isActive, errors, offline, maintained } = properties;
    const key = [zoom, lat, lng, count, isActive, errors, offline, maintained].join(" ");
    return { kind: "cluster", key, lat, lng, id, count, isActive, errors, offline, maintained };
  });
}

/** The zoom at which a cluster splits; null if its stations are too close for any zoom. */
export function openingZoom(index: ClusterIndex, id: number): number | null {
  const zoom = index.getClusterExpansionZoom(id);
  return zoom > MAX_ZOOM ? null : zoom;
}

/** The stations of a cluster. */
export function clusterStations(index: ClusterIndex, id: number): MapPoint[] {
  return index.getLeaves(id, Infinity).map(({ properties }) => properties.point);
}

/** The longitude of the copy of a point that is nearest to `middle`, on a map where the world repeats. */
export function nearestLng(lng: number, middle: number): number {
  return lng + WORLD * Math.round((middle - lng) / WORLD);
}

/** Clusters with more stations than this are listed instead of spread out. */
export const SPIDER_MAX = 40;

const ON_CIRCLE = 8;

/** Positions for the markers of a cluster that is spread out, in px from its center: a circle, or a spiral if there are many. */
export function spiderLegs(count: number): { x: number; y: number }[] {
  return Array.from({ length: count }, (_, index) => {
    const isCircle = count <= ON_CIRCLE;
    const angle = isCircle ? (index / count) * 2 * Math.PI - Math.PI / 2 : Math.sqrt(index + 1) * 2.8;
    const length = isCircle ? 34 + 2 * count : 20 + 19 * Math.sqrt(index + 1);
    return { x: length * Math.cos(angle), y: length * Math.sin(angle) };
  });
}
