import type { GeoJsonObject } from "geojson";
import { canvas, geoJSON, tileLayer, type GeoJSON, type Map as LeafletMap } from "leaflet";
import world from "world-atlas/countries-110m.json";
import styles from "./map.module.css";
import { worldPolygons } from "./world-polygons.ts";

const BASE_PANE = "base";
/** Below the tiles, which cover it where there are any. */
const BASE_LAYER = "100";

export type BaseMap = ReturnType<typeof addBaseMap>;

/** Draws the countries in the page's colours, so that the map is never blank. */
export function addBaseMap(map: LeafletMap) {
  map.createPane(BASE_PANE).style.zIndex = BASE_LAYER;
  const renderer = canvas({ pane: BASE_PANE, padding: 0.5 });
  const options = { pane: BASE_PANE, interactive: false };
  const land: GeoJSON = geoJSON(worldPolygons(world), {
    ...options,
    style: () => ({ renderer, weight: 1, fillOpacity: 1 }),
  });
  const borders: GeoJSON = geoJSON(undefined, { ...options, style: () => ({ renderer, weight: 1, dashArray: "4 3" }) });
  const paint = () => {
    land.setStyle({ color: colour("coast"), fillColor: colour("land") });
    borders.setStyle({ color: colour("coast") });
  };
  land.addTo(map);
  borders.addTo(map);
  paint();
  const observer = new MutationObserver(paint);
  observer.observe(document.documentElement, { attributeFilter: ["data-mantine-color-scheme"] });
  map.on("unload", () => observer.disconnect());
  return {
    /** Replaces these countries with finer ones, and draws borders inside them. */
    refine(countries: GeoJsonObject, inner: GeoJsonObject): void {
      land.clearLayers().addData(countries);
      borders.clearLayers().addData(inner);
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

function colour(token: string): string {
  return getComputedStyle(document.body).getPropertyValue(`--gc-${token}`).trim();
}
