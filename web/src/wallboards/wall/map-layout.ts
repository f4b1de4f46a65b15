import { clusterIndex, itemsIn, type Box, type MapItem } from "@groundcrew/shared/stations";
import type { WallPoint } from "@groundcrew/shared/wallboards";

/** The size of the map, and of a text's line (px). */
export type MapSize = { width: number; height: number; rem: number };

/** A place on the map from its left upper corner (px). */
type Place = { x: number; y: number };

/** Where the map is: how wide the world is (px), and the place of its left upper corner. */
type MapView = { world: number; origin: Place };

/** A station or several close together. `label` is that of the first one that is not ready, beside it. */
export type WallMarker = Place & {
  key: string;
  count: number;
  notReady: number;
  state: WallPoint["state"];
  isOnline: boolean;
  label: (Place & { serial: string; place: string; more: number }) | null;
};

const EVERYWHERE: Box = [-180, -90, 180, 90];
/** The map is not enlarged further than to this width of the world, in lines: the land has no more detail. */
const WORLD_MAX = 2 ** 15;
/** The space around the outermost stations, and the distance at which stations are one marker (in lines). */
const MARGIN = { x: 12, top: 6, bottom: 9 } as const;
const NEAR = 5;
/** The distance at which `clusterIndex` groups: 50 px of a world of 256 px at zoom 0. */
const [CLUSTER_PX, TILE_PX] = [50, 256];
/** The size of a label and its distance from the middle of its marker (in lines). */
const LABEL = { width: 18, height: 5, gap: 3.4 } as const;

/** A longitude and latitude in degrees on a square map of the world, from 0 to 1. */
export function project({ lat, lng }: { lat: number; lng: number }): Place {
  const sine = Math.sin((Math.max(-85, Math.min(85, lat)) * Math.PI) / 180);
  return { x: lng / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) };
}

/** The view in which all stations fit. */
export function viewOfAll(points: readonly WallPoint[], { width, height, rem }: MapSize): MapView {
  const places = points.map(project);
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  const [left, right, top, bottom] = [least(xs), most(xs), least(ys), most(ys)];
  const room = { x: width - 2 * MARGIN.x * rem, y: height - (MARGIN.top + MARGIN.bottom) * rem };
  const fit = Math.min(Math.max(room.x, rem) / (right - left), Math.max(room.y, rem) / (bottom - top));
  const world = places.length === 0 ? width : Math.min(fit, WORLD_MAX * rem);
  const middle = places.length === 0 ? { x: 0.5, y: 0.4 } : { x: (left + right) / 2, y: (top + bottom) / 2 };
  const shift = ((MARGIN.bottom - MARGIN.top) * rem) / 2;
  return { world, origin: { x: width / 2 - middle.x * world, y: height / 2 - shift - middle.y * world } };
}

function least(numbers: readonly number[]): number {
  return numbers.reduce((least, number) => Math.min(least, number), Infinity);
}

function most(numbers: readonly number[]): number {
  return numbers.reduce((most, number) => Math.max(most, number), -Infinity);
}

/** The markers of all stations. Labels that would cover another label or marker are left out. */
export function markersOf(points: readonly WallPoint[], { world, origin }: MapView, size: MapSize): WallMarker[] {
  const byKey = new Map(points.map((point) => [String(point.key), point]));
  const index = clusterIndex(
    points.map(({ key, lat, lng, state, is_online }) => ({
      name: String(key),
      lat,
      lng,
      marker: is_online ? ("online" as const) : ("offline" as const),
      hasErrors: false,
      mark: state === "not_ready" || state === "limited" ? state : null,
    })),
  );
  const zoom = Math.log2((world * CLUSTER_PX) / (NEAR * size.rem * TILE_PX));
  const groups = itemsIn(index, EVERYWHERE, zoom).map((item) => {
    const { x, y } = project(item);
    return groupOf(item, { x: origin.x + x * world, y: origin.y + y * world }, byKey);
  });
  const markers = joinNear(groups, NEAR * size.rem).map(markerOf);
  // What is not ready covers what is ready.
  return placeLabels(
    markers.toSorted((a, b) => a.notReady - b.notReady),
    size,
  );
}

/** Stations with one marker, in their middle. */
type Group = Place & { key: string; members: readonly WallPoint[] };

function groupOf(item: MapItem, at: Place, byKey: ReadonlyMap<string, WallPoint>): Group {
  const names = item.kind === "station" ? [item.point.name] : item.points.map(({ name }) => name);
  return { ...at, key: item.key, members: names.flatMap((name) => byKey.get(name) ?? []) };
}

/** Joins groups whose middles are nearer than so many px: their stations are not. */
function joinNear(groups: readonly Group[], near: number): Group[] {
  const apart: Group[] = [];
  for (const group of groups) {
    let joined = group;
    const isNear = ({ x, y }: Group) => Math.hypot(x - joined.x, y - joined.y) < near;
    for (let at = apart.findIndex(isNear); at !== -1; at = apart.findIndex(isNear)) {
      for (const other of apart.splice(at, 1)) joined = joinedOf(joined, other);
    }
    apart.push(joined);
  }
  return apart;
}

function joinedOf(one: Group, other: Group): Group {
  const members = [...one.members, ...other.members];
  const share = other.members.length / members.length;
  const middle = { x: one.x + (other.x - one.x) * share, y: one.y + (other.y - one.y) * share };
  return { ...middle, key: one.key, members };
}

type Unplaced = WallMarker & { named: { serial: string; place: string } | null };

function markerOf({ members, ...at }: Group): Unplaced {
  const [first] = members;
  const notReady = members.filter(({ state }) => state === "not_ready");
  return {
    ...at,
    count: members.length,
    notReady: notReady.length,
    state: members.length === 1 && first ? first.state : null,
    isOnline: first?.is_online ?? false,
    named: notReady[0]?.label ?? null,
    label: null,
  };
}

type Rectangle = { left: number; top: number; right: number; bottom: number };

function placeLabels(markers: readonly Unplaced[], { width, height, rem }: MapSize): WallMarker[] {
  const [w, h, gap, half] = [LABEL.width * rem, LABEL.height * rem, LABEL.gap * rem, 2.5 * rem];
  const taken: Rectangle[] = markers.map(({ x, y }) => ({
    left: x - half,
    top: y - half,
    right: x + half,
    bottom: y + half,
  }));
  return markers.map(({ named, ...marker }) => {
    if (named === null) return marker;
    const { x, y, notReady } = marker;
    const corners = [
      { x: x + gap, y: y - h / 2 },
      { x: x - gap - w, y: y - h / 2 },
      { x: x - w / 2, y: y + gap },
      { x: x - w / 2, y: y - gap - h },
    ];
    const corner = corners.find((at) => {
      const place = { left: at.x, top: at.y, right: at.x + w, bottom: at.y + h };
      const isInside = place.left >= 0 && place.top >= 0 && place.right <= width && place.bottom <= height;
      return isInside && !taken.some((other) => overlaps(place, other));
    });
    if (!corner) return marker;
    taken.push({ left: corner.x, top: corner.y, right: corner.x + w, bottom: corner.y + h });
    return { ...marker, label: { ...corner, ...named, more: notReady - 1 } };
  });
}

function overlaps(one: Rectangle, other: Rectangle): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
