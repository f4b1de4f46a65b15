import { canvas, geoJSON, tileLayer, type GeoJSON, type Map as LeafletMap } from "leaflet";
import world from "world-atlas/countries-110m.json";
import styles from "./map.module.css";
import { worldPolygons } from "./world-polygons.ts";

const BASE_PANE = "base";
/** Below the tiles, which cover it wherever there are any. */
const BASE_LAYER = "100";

/** Draws the countries in the colours of the page, so that the map is never blank. */
export function addBaseMap(map: LeafletMap): void {
  map.createPane(BASE_PANE).style.zIndex = BASE_LAYER;
  const renderer = canvas({ pane: BASE_PANE, padding: 0.5 });
  const base: GeoJSON = geoJSON(worldPolygons(world), {
    pane: BASE_PANE,
    interactive: false,
    style: () => ({ renderer, weight: 1, fillOpacity: 1 }),
  });
  const paint = () => base.setStyle({ color: colour("coast"), fillColor: colour("land") });
  paint();
  base.addTo(map);
  const observer = new MutationObserver(paint);
  observer.observe(document.documentElement, { attributeFilter: ["data-mantine-color-scheme"] });
  map.on("unload", () => observer.disconnect());
}

/** Puts tiles of a map service over the countries. Only the origin is told to it: such services ask who uses them. */
export function addTiles(map: LeafletMap, { url, maxZoom }: { url: string; maxZoom: number }): void {
  tileLayer(url, { maxZoom, referrerPolicy: "strict-origin", ...(styles.tiles && { className: styles.tiles }) }).addTo(
    map,
  );
}

function colour(token: string): string {
  return getComputedStyle(document.body).getPropertyValue(`--gc-${token}`).trim();
}
