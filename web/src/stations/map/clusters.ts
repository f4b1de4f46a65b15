import { MAP } from "@groundcrew/shared/lib";
import Supercluster from "supercluster";
import type { MapPoint } from "./points.ts";
import { type Box, WORLD } from "./world-polygons.ts";

/** As close as one can look. */
export const MAX_ZOOM = 18;
/** Size of the map's tiles, in which the radius of a cluster is meant (px). */
const TILE_PX = 256;

type OfPoint = { point: MapPoint };
type OfCluster = { isActive: boolean; errors: number; offline: number };
type ClusterIndex = Supercluster<OfPoint, OfCluster>;

/** What stands at one place of the map. `key` stays the same for as long as it looks the same there. */
export type MapItem = { key: string; lat: number; lng: number } & (
  | { kind: "station"; point: MapPoint }
  | ({ kind: "cluster"; id: number; count: number } & OfCluster)
);

/** The worst that holds for something on the map: unresolved errors before a link that is down. */
export function worstOf(placed: MapItem): "errors" | "offline" | null {
  if (placed.kind === "station") return placed.point.hasErrors ? "errors" : null;
  if (placed.errors > 0) return "errors";
  return placed.offline > 0 ? "offline" : null;
}

/** Stations gathered into clusters for every zoom. A cluster is active when any station in it is. */
export function clusterIndex(points: readonly MapPoint[]): ClusterIndex {
  const index = new Supercluster<OfPoint, OfCluster>({
    radius: MAP.cluster_radius_px,
    extent: TILE_PX,
    maxZoom: MAX_ZOOM,
    map: ({ point: { marker, hasErrors } }) => ({
      isActive: marker === "activity",
      errors: Number(hasErrors),
      offline: Number(marker === "offline"),
    }),
    // The library gathers what is known of a cluster in the object it passes.
    reduce: (all, one) => {
      all.isActive ||= one.isActive;
      all.errors += one.errors;
      all.offline += one.offline;
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
export function itemsIn(index: ClusterIndex, box: Box, zoom: number): MapItem[] {
  return index.getClusters(box, zoom).map(({ properties, geometry }): MapItem => {
    const [lng = 0, lat = 0] = geometry.coordinates;
    if (!("cluster" in properties)) {
      const { point } = properties;
      return { kind: "station", key: point.name, lat, lng, point };
    }
    const { cluster_id: id, point_count: count, isActive, errors, offline } = properties;
    const key = [zoom, lat, lng, count, isActive, errors, offline].join(" ");
    return { kind: "cluster", key, lat, lng, id, count, isActive, errors, offline };
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
