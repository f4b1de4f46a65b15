import { MAP } from "@groundcrew/shared/lib";
import Supercluster from "supercluster";
import type { MapPoint } from "./points.ts";
import { WORLD } from "./world-polygons.ts";

/** As close as one can look. */
export const MAX_ZOOM = 18;
/** Size of the map's tiles, in which the radius of a cluster is meant (px). */
const TILE_PX = 256;

type OfPoint = { point: MapPoint };
type OfCluster = { isActive: boolean };
type ClusterIndex = Supercluster<OfPoint, OfCluster>;

/** West, south, east and north edge, in degrees. */
export type Box = [west: number, south: number, east: number, north: number];

/** What stands at one place of the map. `key` stays the same for as long as it looks the same there. */
export type Placed = { key: string; lat: number; lng: number } & (
  | { kind: "station"; point: MapPoint }
  | { kind: "cluster"; id: number; count: number; isActive: boolean }
);

/** Stations gathered into clusters for every zoom. A cluster is active when any station in it is. */
export function clusterIndex(points: readonly MapPoint[]): ClusterIndex {
  const index = new Supercluster<OfPoint, OfCluster>({
    radius: MAP.cluster_radius_px,
    extent: TILE_PX,
    maxZoom: MAX_ZOOM,
    map: ({ point }) => ({ isActive: point.marker === "activity" }),
    // The library gathers what is known of a cluster in the object it passes.
    reduce: (all, one) => {
      all.isActive ||= one.isActive;
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

/** What is to be seen in a part of the map. */
export function placedIn(index: ClusterIndex, box: Box, zoom: number): Placed[] {
  return index.getClusters(box, zoom).map(({ properties, geometry }): Placed => {
    const [lng = 0, lat = 0] = geometry.coordinates;
    if (!("cluster" in properties)) {
      const { point } = properties;
      return { kind: "station", key: point.name, lat, lng, point };
    }
    const { cluster_id: id, point_count: count, isActive } = properties;
    return { kind: "cluster", key: `${zoom} ${lat} ${lng} ${count} ${isActive}`, lat, lng, id, count, isActive };
  });
}

/** The zoom at which a cluster comes apart; null when its stations stand too close together for any. */
export function openingZoom(index: ClusterIndex, id: number): number | null {
  const zoom = index.getClusterExpansionZoom(id);
  return zoom > MAX_ZOOM ? null : zoom;
}

/** The stations of a cluster. */
export function stationsOf(index: ClusterIndex, id: number): MapPoint[] {
  return index.getLeaves(id, Infinity).map(({ properties }) => properties.point);
}

/** The longitude at which something is nearest to `middle`, on a map where the world comes round again. */
export function nearestLng(lng: number, middle: number): number {
  return lng + WORLD * Math.round((middle - lng) / WORLD);
}
