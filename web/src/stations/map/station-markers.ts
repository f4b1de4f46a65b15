import { clusterSize } from "@groundcrew/shared/stations";
import {
  divIcon,
  layerGroup,
  marker,
  polyline,
  type LatLng,
  type Layer,
  type Map as LeafletMap,
  type Marker,
} from "leaflet";
import { clusterIndex, nearestLng, openingZoom, type MapItem, itemsIn, stationsOf, worstOf } from "./clusters.ts";
import type { MapPoint } from "./points.ts";
import { clusterNode, markerLabels, markerNode } from "./signs.tsx";
import type { Box } from "./world-polygons.ts";
import { SPIDER_MAX, spiderLegs } from "./spider.ts";
import styles from "./map.module.css";

/** Shown beyond each edge, so that nothing pops up while the map is dragged (share of its size). */
const MARGIN = 0.2;
const SIZES_PX = { small: 34, medium: 42, large: 52 } as const;
const STATION_PX = 26;

type Shown = { marker: Marker; placed: MapItem };

/** Someone wants to know about stations that stand at a place of the map. */
export type ShowStations = (names: string[], at: LatLng, marker: Marker) => void;

/** The stations on a map. What looks the same keeps its marker, and with it the focus, when the stations change. */
export class StationMarkers {
  readonly #map: LeafletMap;
  readonly #onStations: ShowStations;
  readonly #layer = layerGroup();
  readonly #legs = layerGroup();
  #index = clusterIndex([]);
  #shown: ReadonlyMap<string, Shown> = new Map();
  /** Key of the cluster that is spread out. */
  #spread: string | null = null;

  constructor(map: LeafletMap, onStations: ShowStations) {
    this.#map = map;
    this.#onStations = onStations;
    this.#layer.addTo(map);
    this.#legs.addTo(map);
    map.on("moveend", () => this.#draw());
    map.on("zoomstart click", () => this.#fold());
  }

  show(points: readonly MapPoint[]): void {
    this.#index = clusterIndex(points);
    this.#draw();
  }

  #draw(): void {
    const bounds = this.#map.getBounds().pad(MARGIN);
    const box: Box = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
    const middle = this.#map.getCenter().lng;
    const placed = itemsIn(this.#index, box, this.#map.getZoom());
    const before = this.#shown;
    this.#shown = new Map(
      placed.map((each): [string, Shown] => {
        const at: [number, number] = [each.lat, nearestLng(each.lng, middle)];
        return [each.key, this.#put(each, at, before.get(each.key))];
      }),
    );
    for (const [key, { marker }] of before) if (!this.#shown.has(key)) this.#layer.removeLayer(marker);
    if (this.#spread !== null && !this.#shown.has(this.#spread)) this.#fold();
  }

  #put(placed: MapItem, at: [number, number], known: Shown | undefined): Shown {
    if (!known) return { placed, marker: this.#make(placed, at).addTo(this.#layer) };
    known.marker.setLatLng(at);
    if (labelOf(known.placed) !== labelOf(placed)) dress(known.marker, placed);
    // A cluster's id is another in every index.
    known.placed = placed;
    return known;
  }

  #make(placed: MapItem, at: [number, number]): Marker {
    const made = marker(at, { icon: iconOf(placed), riseOnHover: true });
    made.on("add", () => name(made, labelOf(placed)));
    onPress(made, () => this.#press(placed.key, made));
    return made;
  }

  #press(key: string, made: Marker): void {
    const placed = this.#shown.get(key)?.placed;
    const at = made.getLatLng();
    if (!placed) return;
    if (placed.kind === "station") return this.#onStations([placed.point.name], at, made);
    const zoom = openingZoom(this.#index, placed.id);
    if (zoom === null) return this.#open(placed, made);
    this.#map.setView(at, zoom);
    // The cluster is gone then, and the focus with it.
    this.#map.getContainer().focus({ preventScroll: true });
  }

  /** Spreads out the stations of a cluster that no zoom takes apart, or lists them when they are too many. */
  #open(cluster: MapItem & { kind: "cluster" }, made: Marker): void {
    const stations = stationsOf(this.#index, cluster.id);
    const names = stations.map(({ name }) => name);
    if (stations.length > SPIDER_MAX) return this.#onStations(names, made.getLatLng(), made);
    const isOpen = this.#spread === cluster.key;
    this.#fold();
    if (isOpen) return;
    const middle = this.#map.latLngToLayerPoint(made.getLatLng());
    const legs = spiderLegs(stations.length).map(({ x, y }) => this.#map.layerPointToLatLng(middle.add([x, y])));
    for (const [at, point] of stations.entries()) {
      const foot = legs[at];
      if (foot) this.#addLeg([made.getLatLng(), foot], point);
    }
    this.#spread = cluster.key;
  }

  #addLeg([from, to]: [LatLng, LatLng], point: MapPoint): void {
    const line: Layer = polyline([from, to], {
      ...(styles.leg && { className: styles.leg }),
      weight: 1,
      interactive: false,
    });
    const placed: MapItem = { kind: "station", key: point.name, lat: to.lat, lng: to.lng, point };
    const made = marker(to, { icon: iconOf(placed), zIndexOffset: 1_000 });
    made.on("add", () => name(made, labelOf(placed)));
    onPress(made, () => this.#onStations([point.name], to, made));
    this.#legs.addLayer(line).addLayer(made);
  }

  #fold(): void {
    this.#legs.clearLayers();
    this.#spread = null;
  }
}

/** A marker is a button: it is pressed with the keyboard too. */
function onPress(made: Marker, press: () => void): void {
  made.on("click", press);
  made.on("keydown", ({ originalEvent }) => {
    if (originalEvent.key !== "Enter" && originalEvent.key !== " ") return;
    originalEvent.preventDefault();
    press();
  });
}

function iconOf(placed: MapItem) {
  if (placed.kind === "station") {
    const { marker, asOf } = placed.point;
    const html = markerNode({ marker, isStale: asOf !== null, worst: worstOf(placed) });
    return divIcon({ className: "", html, iconSize: [STATION_PX, STATION_PX] });
  }
  const size = clusterSize(placed.count);
  const html = clusterNode(placed.count, { size, isActive: placed.isActive, worst: worstOf(placed) });
  return divIcon({ className: "", html, iconSize: [SIZES_PX[size], SIZES_PX[size]] });
}

function dress(made: Marker, placed: MapItem): void {
  made.setIcon(iconOf(placed));
  name(made, labelOf(placed));
}

function name(made: Marker, label: string): void {
  const element = made.getElement();
  element?.setAttribute("aria-label", label);
  element?.setAttribute("title", label);
}

function labelOf(placed: MapItem): string {
  if (placed.kind === "station") {
    const { marker, title, asOf, hasErrors } = placed.point;
    const state = `${markerLabels[marker]}${asOf === null ? "" : ` as of ${asOf}`}`;
    return `${state}: ${title}${hasErrors ? ", unresolved errors" : ""}`;
  }
  const { count, isActive, errors, offline } = placed;
  const parts = [
    `${count} stations`,
    ...(isActive ? ["with a recent swap"] : []),
    ...(errors > 0 ? [`${errors} with errors`] : []),
    ...(offline > 0 ? [`${offline} offline`] : []),
  ];
  return parts.join(", ");
}
