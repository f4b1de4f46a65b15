import {
  clusterSize,
  nearestLng,
  openingZoom,
  partLabels,
  SPIDER_MAX,
  spiderLegs,
  worstState,
  type Box,
  type MapItem as ItemOf,
} from "@groundcrew/shared/stations";
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
import styles from "./map.module.css";
import { clusterNode, markerLabels, markerNode } from "./marker-icons.tsx";
import type { TitledPoint } from "./points.ts";

/** How far beyond each edge markers are drawn, so that none pop up while the map is dragged (share of its size). */
const MARGIN = 0.2;
const SIZES_PX = { small: 34, medium: 42, large: 52 } as const;
const STATION_PX = 26;

/** An item; of a cluster of which not all stations are known, the zoom at which it splits. */
export type MapItem = ItemOf<TitledPoint> & { opensAt?: number | null };
/** The items in an area at a zoom. */
export type FindItems = (box: Box, zoom: number) => readonly MapItem[];
type VisibleItem = { marker: Marker; item: MapItem };

/** Called to show stations at a position of the map. */
export type ShowStations = (names: string[], position: LatLng, marker: Marker) => void;

/** The markers and clusters on a map. An item that looks the same keeps its marker, and with it the focus, when the stations change. */
export class StationMarkers {
  readonly #map: LeafletMap;
  readonly #onStations: ShowStations;
  readonly #layer = layerGroup();
  readonly #legs = layerGroup();
  #find: FindItems = () => [];
  #visible: ReadonlyMap<string, VisibleItem> = new Map();
  /** Key of the cluster that is spread out. */
  #spread: string | null = null;

  constructor(map: LeafletMap, onStations: ShowStations) {
    this.#map = map;
    this.#onStations = onStations;
    this.#layer.addTo(map);
    this.#legs.addTo(map);
    map.on("moveend", () => this.#draw());
    map.on("zoomstart click", () => this.#collapse());
  }

  show(find: FindItems): void {
    this.#find = find;
    this.#draw();
  }

  #draw(): void {
    const center = this.#map.getCenter().lng;
    const items = this.#find(drawnBox(this.#map), this.#map.getZoom());
    const before = this.#visible;
    this.#visible = new Map(
      items.map((item): [string, VisibleItem] => {
        const position: [number, number] = [item.lat, nearestLng(item.lng, center)];
        return [item.key, this.#update(item, position, before.get(item.key))];
      }),
    );
    for (const [key, { marker }] of before) if (!this.#visible.has(key)) this.#layer.removeLayer(marker);
    if (this.#spread !== null && !this.#visible.has(this.#spread)) this.#collapse();
  }

  #update(item: MapItem, position: [number, number], known: VisibleItem | undefined): VisibleItem {
    if (!known) return { item, marker: this.#createMarker(item, position).addTo(this.#layer) };
    known.marker.setLatLng(position);
    if (itemLabel(known.item) !== itemLabel(item)) restyle(known.marker, item);
    // The stations of a cluster have changed, even if it looks the same.
    known.item = item;
    return known;
  }

  #createMarker(item: MapItem, position: [number, number]): Marker {
    const mapMarker = marker(position, { icon: itemIcon(item), riseOnHover: true });
    mapMarker.on("add", () => name(mapMarker, itemLabel(item)));
    onPress(mapMarker, () => this.#press(item.key, mapMarker));
    return mapMarker;
  }

  #press(key: string, mapMarker: Marker): void {
    const item = this.#visible.get(key)?.item;
    const position = mapMarker.getLatLng();
    if (!item) return;
    if (item.kind === "station") return this.#onStations([item.point.name], position, mapMarker);
    const zoom = item.opensAt === undefined ? openingZoom(item) : item.opensAt;
    if (zoom === null) return this.#expand(item, mapMarker);
    this.#map.setView(position, zoom);
    // The cluster is removed then, and would take the focus with it.
    this.#map.getContainer().focus({ preventScroll: true });
  }

  /** Spreads out the stations of a cluster that does not split at any zoom, or lists them if there are too many. */
  #expand(cluster: MapItem & { kind: "cluster" }, mapMarker: Marker): void {
    const { points: stations } = cluster;
    const names = stations.map(({ name }) => name);
    if (stations.length > SPIDER_MAX) return this.#onStations(names, mapMarker.getLatLng(), mapMarker);
    const isOpen = this.#spread === cluster.key;
    this.#collapse();
    if (isOpen) return;
    const center = this.#map.latLngToLayerPoint(mapMarker.getLatLng());
    const legs = spiderLegs(stations.length).map(({ x, y }) => this.#map.layerPointToLatLng(center.add([x, y])));
    for (const [index, point] of stations.entries()) {
      const end = legs[index];
      if (end) this.#addLeg([mapMarker.getLatLng(), end], point);
    }
    this.#spread = cluster.key;
  }

  #addLeg([from, to]: [LatLng, LatLng], point: TitledPoint): void {
    const line: Layer = polyline([from, to], {
      ...(styles.leg && { className: styles.leg }),
      weight: 1,
      interactive: false,
    });
    const item: MapItem = { kind: "station", key: point.name, lat: to.lat, lng: to.lng, point };
    const mapMarker = marker(to, { icon: itemIcon(item), zIndexOffset: 1_000 });
    mapMarker.on("add", () => name(mapMarker, itemLabel(item)));
    onPress(mapMarker, () => this.#onStations([point.name], to, mapMarker));
    this.#legs.addLayer(line).addLayer(mapMarker);
  }

  #collapse(): void {
    this.#legs.clearLayers();
    this.#spread = null;
  }
}

/** The area in which markers are drawn. */
export function drawnBox(map: LeafletMap): Box {
  const bounds = map.getBounds().pad(MARGIN);
  return [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
}

/** Makes a marker work as a button, with the keyboard too. */
function onPress(mapMarker: Marker, press: () => void): void {
  mapMarker.on("click", press);
  mapMarker.on("keydown", ({ originalEvent }) => {
    if (originalEvent.key !== "Enter" && originalEvent.key !== " ") return;
    originalEvent.preventDefault();
    press();
  });
}

function itemIcon(item: MapItem) {
  if (item.kind === "station") {
    const { marker, asOf, mark } = item.point;
    const html = markerNode({ marker, isStale: asOf !== null, worst: worstState(item), mark });
    return divIcon({ className: "", html, iconSize: [STATION_PX, STATION_PX] });
  }
  const size = clusterSize(item.count);
  const { isActive, maintained, notReady } = item;
  const html = clusterNode(item.count, { size, isActive, maintained, notReady, worst: worstState(item) });
  return divIcon({ className: "", html, iconSize: [SIZES_PX[size], SIZES_PX[size]] });
}

function restyle(mapMarker: Marker, item: MapItem): void {
  mapMarker.setIcon(itemIcon(item));
  name(mapMarker, itemLabel(item));
}

function name(mapMarker: Marker, label: string): void {
  const element = mapMarker.getElement();
  element?.setAttribute("aria-label", label);
  element?.setAttribute("title", label);
}

function itemLabel(item: MapItem): string {
  if (item.kind === "station") {
    const { marker, title, asOf, hasErrors, mark } = item.point;
    const state = `${markerLabels[marker]}${asOf === null ? "" : ` as of ${asOf}`}`;
    return [`${state}: ${title}`, mark && partLabels[mark].toLowerCase(), hasErrors && "unresolved errors"]
      .filter(Boolean)
      .join(", ");
  }
  const { count, isActive, notReady, errors, offline, maintained } = item;
  const parts = [
    `${count} stations`,
    ...(isActive ? ["with a recent swap"] : []),
    ...(notReady > 0 ? [`${notReady} not ready`] : []),
    ...(errors > 0 ? [`${errors} with errors`] : []),
    ...(offline > 0 ? [`${offline} offline`] : []),
    ...(maintained > 0 ? [`${maintained} in maintenance`] : []),
  ];
  return parts.join(", ");
}
