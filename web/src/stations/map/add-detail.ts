import { divIcon, layerGroup, marker, type Map as LeafletMap } from "leaflet";
import type { BaseMap } from "./base-map.ts";
import { type Settlement, SETTLEMENTS_FROM_ZOOM, settlementsInView } from "./settlements.ts";
import styles from "./map.module.css";

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
  let isFine = false;

  async function draw(): Promise<void> {
    names.clearLayers();
    if (map.getZoom() < SETTLEMENTS_FROM_ZOOM) return;
    // If loading fails, the land stays as it is, and the next zoom step tries again.
    const detail = await import("./detail.ts").catch(() => null);
    if (!detail || !isOpen) return;
    if (!isFine) base.refine(detail.land, detail.borders);
    isFine = true;
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
  html.className = styles.place ?? "";
  html.textContent = name;
  const icon = divIcon({ className: "", html, iconSize: [0, 0], iconAnchor: [2, 8] });
  return marker([lat, lng], { icon, pane: SETTLEMENTS_PANE, interactive: false, keyboard: false });
}
