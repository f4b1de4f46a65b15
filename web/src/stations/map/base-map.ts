import type { GeoJsonObject } from "geojson";
import { canvas, divIcon, geoJSON, layerGroup, marker, tileLayer, type GeoJSON, type Map as LeafletMap } from "leaflet";
import world from "world-atlas/countries-110m.json";
import { color } from "../../ui/index.ts";
import styles from "./map.module.css";
import { SETTLEMENTS_FROM_ZOOM, settlementsInView, type Settlement, worldPolygons } from "./geography.ts";

const BASE_PANE = "base";
/** Below the tiles, which cover it where there are any. */
const BASE_LAYER = "100";

/** Computed when the code is loaded, which happens when the page is idle. */
const countries = worldPolygons(world);

type BaseMap = ReturnType<typeof addBaseMap>;

/** Draws the countries in the page's colors, so that the map is never blank. */
export function addBaseMap(map: LeafletMap) {
  map.createPane(BASE_PANE).style.zIndex = BASE_LAYER;
  const renderer = canvas({ pane: BASE_PANE, padding: 0.5 });
  const options = { pane: BASE_PANE, interactive: false };
  const land: GeoJSON = geoJSON(countries, {
    ...options,
    style: () => ({ renderer, weight: 1, fillOpacity: 1 }),
  });
  const borders: GeoJSON = geoJSON(undefined, { ...options, style: () => ({ renderer, weight: 1, dashArray: "4 3" }) });
  const paint = () => {
    land.setStyle({ color: color("coast"), fillColor: color("land") });
    borders.setStyle({ color: color("coast") });
  };
  land.addTo(map);
  borders.addTo(map);
  paint();
  const observer = new MutationObserver(paint);
  observer.observe(document.documentElement, { attributeFilter: ["data-color-scheme"] });
  map.on("unload", () => observer.disconnect());
  return {
    /** Replaces these countries with finer ones, and draws borders inside them. */
    refine(finer: GeoJsonObject, borderData: GeoJsonObject): void {
      land.clearLayers().addData(finer);
      borders.clearLayers().addData(borderData);
      paint();
    },
  };
}

/** Draws the tiles of a map service over the countries. Only the page's origin is sent to it, which such services require. */
export function addTiles(map: LeafletMap, { url, maxZoom }: { url: string; maxZoom: number }): void {
  tileLayer(url, { maxZoom, referrerPolicy: "strict-origin", ...(styles.tiles && { className: styles.tiles }) }).addTo(
    map,
  );
}

const SETTLEMENTS_PANE = "settlements";
/** Above the land and below the tiles, which have their own place names. */
const SETTLEMENTS_LAYER = "150";

/** Draws finer land and names settlements once the map is zoomed in. The data is loaded only then. */
export function addDetail(map: LeafletMap, base: BaseMap): void {
  const pane = map.createPane(SETTLEMENTS_PANE);
  pane.style.zIndex = SETTLEMENTS_LAYER;
  pane.setAttribute("aria-hidden", "true");
  const names = layerGroup().addTo(map);
  let isOpen = true;
  let isDetailed = false;

  async function draw(): Promise<void> {
    names.clearLayers();
    if (map.getZoom() < SETTLEMENTS_FROM_ZOOM) return;
    // If loading fails, the land stays as it is, and the next zoom step tries again.
    const detail = await import("./detail.ts").catch(() => null);
    if (!detail || !isOpen) return;
    if (!isDetailed) base.refine(detail.land, detail.borders);
    isDetailed = true;
    names.clearLayers();
    for (const settlement of visibleSettlements(map, detail.settlements)) names.addLayer(label(settlement));
  }

  const handleMove = () => void draw();
  map.on("moveend", handleMove);
  map.on("unload", () => {
    isOpen = false;
    map.off("moveend", handleMove);
  });
  handleMove();
}

function visibleSettlements(map: LeafletMap, settlements: readonly Settlement[]): Settlement[] {
  const bounds = map.getBounds();
  return settlementsInView(settlements, {
    box: [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()],
    zoom: map.getZoom(),
    project: ([, lat, lng]) => map.latLngToContainerPoint([lat, lng]),
  });
}

function label([name, lat, lng]: Settlement) {
  const html = document.createElement("span");
  html.className = `row gap-1 nowrap soft ${styles.settlement}`;
  html.textContent = name;
  const icon = divIcon({ className: "", html, iconSize: [0, 0], iconAnchor: [2, 8] });
  return marker([lat, lng], { icon, pane: SETTLEMENTS_PANE, interactive: false, keyboard: false });
}
