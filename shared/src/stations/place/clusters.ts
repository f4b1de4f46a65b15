import { MAP } from "../../lib/index.ts";
import type { Coordinates } from "./coordinates.ts";
import type { MapPoint } from "./marker.ts";

/** The distance between two copies of the world on a flat map, in degrees. */
export const WORLD = 360;

/** West, south, east and north edge of an area, in degrees. */
export type Box = [west: number, south: number, east: number, north: number];

/** Whether a point, or its repetition in another copy of the world, is inside an area. */
export function isInside({ lat, lng }: Coordinates, [west, south, east, north]: Box): boolean {
  const shift = Math.ceil((west - lng) / WORLD);
  return lat >= south && lat <= north && lng + shift * WORLD <= east;
}

/** The highest zoom level. */
export const MAX_ZOOM = 18;
/** Size of the map's tiles (px), which the cluster radius is relative to. */
const TILE_PX = 256;

type ClusterState = { isActive: boolean; errors: number; offline: number; maintained: number; notReady: number };

/** A marker or a cluster on the map. `key` stays the same while it looks the same. */
export type MapItem<P extends MapPoint = MapPoint> = { key: string; lat: number; lng: number } & (
  | { kind: "station"; point: P }
  | ({ kind: "cluster"; zoom: number; count: number; points: readonly P[] } & ClusterState)
);

/** The worst state of an item on the map: unresolved errors are worse than a link that is down. */
export function worstState(item: MapItem): "errors" | "offline" | null {
  if (item.kind === "station") return item.point.hasErrors ? "errors" : null;
  if (item.errors > 0) return "errors";
  return item.offline > 0 ? "offline" : null;
}

/** A position on the square map of the world, from 0 to 1. */
type Place = { x: number; y: number };
/** The positions in the list of points that are one item, and where it is. */
type Group = Place & { members: readonly number[] };

/**
 * Stations by name, to be clustered at the zoom levels that are shown. The groups of a level depend only on where the stations are, and are
 * kept for the levels that were shown last.
 */
export type ClusterIndex<P extends MapPoint = MapPoint> = {
  points: readonly P[];
  places: readonly Place[];
  groups: Map<number, readonly Group[]>;
};

/** An index of points in any order. With the same stations at the same positions as in `before`, it keeps the groups. */
export function clusterIndex<P extends MapPoint>(points: readonly P[], before?: ClusterIndex<P>): ClusterIndex<P> {
  const kept = before && pointsAsBefore(before.points, points);
  if (before && kept) return { ...before, points: kept };
  const byName = points.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return { points: byName, places: byName.map(placeOf), groups: new Map() };
}

function pointsAsBefore<P extends MapPoint>(before: readonly P[], points: readonly P[]): P[] | undefined {
  if (before.length !== points.length) return undefined;
  const byName = new Map(points.map((point) => [point.name, point]));
  const kept = before.flatMap(({ name, lat, lng }) => {
    const point = byName.get(name);
    return point?.lat === lat && point.lng === lng ? point : [];
  });
  return kept.length === points.length ? kept : undefined;
}

/** The items in an area of the map. */
export function itemsIn<P extends MapPoint>(index: ClusterIndex<P>, box: Box, zoom: number): MapItem<P>[] {
  return groupsAt(index, zoom).flatMap((group): MapItem<P> | [] => {
    const [member = 0, ...others] = group.members;
    const point = others.length === 0 ? index.points[member] : undefined;
    const at = point ?? positionOf(group);
    if (!isInside(at, box)) return [];
    if (point) return { kind: "station", key: point.name, lat: at.lat, lng: at.lng, point };
    const points = group.members.flatMap((one) => index.points[one] ?? []);
    return clusterOf(points, at, zoom);
  });
}

/** The zoom levels whose groups are kept: those that were shown last. */
const KEPT_ZOOMS = 3;

function groupsAt<P extends MapPoint>({ groups, places }: ClusterIndex<P>, zoom: number): readonly Group[] {
  const found = groups.get(zoom) ?? groupsOf(places, zoom);
  groups.delete(zoom);
  groups.set(zoom, found);
  const [oldest] = groups.keys();
  if (groups.size > KEPT_ZOOMS && oldest !== undefined) groups.delete(oldest);
  return found;
}

/** A cluster is active when any of its stations is. */
function clusterOf<P extends MapPoint>(points: readonly P[], { lat, lng }: Coordinates, zoom: number): MapItem<P> {
  const state = { isActive: false, errors: 0, offline: 0, maintained: 0, notReady: 0 };
  for (const { marker, hasErrors, mark } of points) {
    state.isActive ||= marker === "activity";
    state.errors += Number(hasErrors);
    state.offline += Number(marker === "offline");
    state.maintained += Number(marker === "maintenance");
    state.notReady += Number(mark === "not_ready");
  }
  const key = [zoom, lat, lng, points.length, ...Object.values(state)].join(" ");
  return { kind: "cluster", key, lat, lng, zoom, count: points.length, points, ...state };
}

/** Groups what is at most the cluster radius away from the first of a group, with a grid of squares of that size. */
function groupsOf(places: readonly Place[], zoom: number): Group[] {
  const radius = radiusAt(zoom);
  const squares = squaresOf(places, radius);
  const isGrouped = new Uint8Array(places.length);
  const groups: Group[] = [];
  for (const [first, place] of places.entries()) {
    if (isGrouped[first]) continue;
    const members = near(place, squares, radius).filter((other) => {
      return !isGrouped[other] && distance(places[other] ?? place, place) <= radius;
    });
    for (const member of members) isGrouped[member] = 1;
    const mean = (coordinate: "x" | "y") =>
      members.reduce((sum, member) => sum + (places[member]?.[coordinate] ?? 0), 0) / members.length;
    groups.push({ x: mean("x"), y: mean("y"), members });
  }
  return groups;
}

/** The distance on the square map of the world up to which stations are one item. */
function radiusAt(zoom: number): number {
  return MAP.cluster_radius_px / (TILE_PX * 2 ** zoom);
}

type Squares = ReadonlyMap<number, readonly number[]>;
/** More than the squares in a row. */
const ROW = 2 ** 24;

function squaresOf(places: readonly Place[], size: number): Squares {
  const squares = new Map<number, number[]>();
  for (const [index, { x, y }] of places.entries()) {
    const square = Math.floor(x / size) * ROW + Math.floor(y / size);
    const inside = squares.get(square);
    if (inside) inside.push(index);
    else squares.set(square, [index]);
  }
  return squares;
}

/** The points in the square of a place and in those around it. */
function near({ x, y }: Place, squares: Squares, size: number): number[] {
  const found: number[] = [];
  for (let column = Math.floor(x / size) - 1; column <= Math.floor(x / size) + 1; column += 1) {
    for (let row = Math.floor(y / size) - 1; row <= Math.floor(y / size) + 1; row += 1) {
      for (const index of squares.get(column * ROW + row) ?? []) found.push(index);
    }
  }
  return found;
}

function distance(one: Place, other: Place): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

function placeOf({ lat, lng }: Coordinates): Place {
  const sine = Math.sin((lat * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return { x: lng / WORLD + 0.5, y: Math.min(1, Math.max(0, y)) };
}

function positionOf({ x, y }: Place): Coordinates {
  return { lat: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI, lng: (x - 0.5) * WORLD };
}

/** The zoom at which a cluster splits; null if its stations are too close for any zoom. */
export function openingZoom({ points, zoom }: MapItem & { kind: "cluster" }): number | null {
  const [first] = points;
  if (!first) return null;
  const place = placeOf(first);
  let farthest = 0;
  // The first station forms a group with all that are within the radius.
  for (const other of points) {
    farthest = Math.max(farthest, distance(placeOf(other), place));
    if (farthest > radiusAt(zoom + 1)) break;
  }
  for (let next = zoom + 1; next <= MAX_ZOOM; next += 1) if (farthest > radiusAt(next)) return next;
  return null;
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
