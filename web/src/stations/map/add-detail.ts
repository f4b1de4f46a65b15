import { divIcon, layerGroup, marker, type Map as LeafletMap } from "leaflet";
import type { BaseMap } from "./base-map.ts";
import { type Place, SETTLEMENTS_FROM_ZOOM, settlementsInView } from "./settlements.ts";
import styles from "./map.module.css";

const PLACES_PANE = "places";
/** Above the land and below the tiles, which name places themselves. */
const SETTLEMENTS_LAYER = "150";

/** Draws the land more finely and names settlements, once someone looks closely. What that takes is loaded only then. */
export function addDetail(map: LeafletMap, base: BaseMap): void {
  const pane = map.createPane(PLACES_PANE);
  pane.style.zIndex = SETTLEMENTS_LAYER;
  pane.setAttribute("aria-hidden", "true");
  const names = layerGroup().addTo(map);
  let isOpen = true;
  let isFine = false;

  async function draw(): Promise<void> {
    names.clearLayers();
    if (map.getZoom() < SETTLEMENTS_FROM_ZOOM) return;
    // Without it, the land stays as it is, and is asked for again with the next step.
    const detail = await import("./detail.ts").catch(() => null);
    if (!detail || !isOpen) return;
    if (!isFine) base.refine(detail.land, detail.borders);
    isFine = true;
    names.clearLayers();
    for (const place of shownPlaces(map, detail.places)) names.addLayer(label(place));
  }

  const handleMove = () => void draw();
  map.on("moveend", handleMove);
  map.on("unload", () => {
    isOpen = false;
    map.off("moveend", handleMove);
  });
  handleMove();
}

function shownPlaces(map: LeafletMap, places: readonly Place[]): Place[] {
  const bounds = map.getBounds();
  return settlementsInView(places, {
    box: [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()],
    zoom: map.getZoom(),
    project: ([, lat, lng]) => map.latLngToContainerPoint([lat, lng]),
  });
}

function label([name, lat, lng]: Place) {
  const html = document.createElement("span");
  html.className = styles.place ?? "";
  html.textContent = name;
  const icon = divIcon({ className: "", html, iconSize: [0, 0], iconAnchor: [2, 8] });
  return marker([lat, lng], { icon, pane: PLACES_PANE, interactive: false, keyboard: false });
}
