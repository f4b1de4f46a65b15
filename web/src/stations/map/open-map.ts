import { MAP } from "@groundcrew/shared/lib";
import { MAX_ZOOM, type Box, type MapAt } from "@groundcrew/shared/stations";
import { control, map as makeMap, popup as makePopup, type LatLng, type Map as LeafletMap, type Marker } from "leaflet";
import { addBaseMap, addDetail, addTiles } from "./base-map.ts";
import { drawnBox, type FindItems, StationMarkers } from "./station-markers.ts";

const MIN_ZOOM = 1;
const POPUP_PX = { min: 120, max: 280, height: 220 } as const;

type MapOptions = {
  tiles: { url: string } | null;
  /** The initial area; null for the whole world. */
  area: MapAt | null;
  /** Called when the map shows another area. */
  onMove: (view: MapView) => void;
  /** Called when a popup opens for some stations; render its content into `node`. Null when it closes. */
  onPopup: (popup: { names: string[]; node: HTMLElement; update: () => void } | null) => void;
};

/** The view of a map: the area that is remembered, the box in view, the larger one in which markers are drawn, and the zoom. */
export type MapView = { area: MapAt | null; box: Box; drawn: Box; zoom: number };

export type OpenMap = ReturnType<typeof openMap>;

/** Creates a map of stations in an element of the page. */
export function openMap(container: HTMLElement, { tiles, area, onMove, onPopup }: MapOptions) {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const map = makeMap(container, {
    center: area ? [area.lat, area.lng] : MAP.center,
    zoom: area?.zoom ?? MAP.zoom,
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    maxBounds: [
      [-85, -Infinity],
      [85, Infinity],
    ],
    worldCopyJump: true,
    zoomControl: false,
    attributionControl: false,
    zoomAnimation: !isStill,
    fadeAnimation: !isStill,
    inertia: !isStill,
  });
  addDetail(map, addBaseMap(map));
  if (tiles) addTiles(map, { ...tiles, maxZoom: MAX_ZOOM });
  const markers = new StationMarkers(map, (names, position, marker) =>
    openPopup(map, { names, position, marker, onPopup }),
  );
  map.on("popupclose", () => onPopup(null));
  control.scale({ position: "bottomright", imperial: false }).addTo(map);
  const handleMove = () => onMove(currentView(map));
  map.on("moveend", handleMove);
  handleMove();
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // An open popup is all that the key closes.
    if (container.querySelector(".leaflet-popup")) event.preventDefault();
    map.fire("click").closePopup();
  };
  container.addEventListener("keydown", handleKey);

  return {
    show: (find: FindItems) => markers.show(find),
    zoomIn: () => map.zoomIn(),
    zoomOut: () => map.zoomOut(),
    reset: () => afterZoom(map, () => map.closePopup().setView(MAP.center, MAP.zoom)),
    close: () => {
      container.removeEventListener("keydown", handleKey);
      map.off("popupclose").off("moveend", handleMove).remove();
      // Within 200 ms after the window's size has changed, the map still has an event for its scale.
      map.off();
    },
  };
}

/** The area in view. The world repeats, so the center is given by the longitude of the first copy. */
function currentView(map: LeafletMap): MapView {
  const bounds = map.getBounds();
  const { lat, lng } = map.getCenter().wrap();
  const zoom = map.getZoom();
  const area = { lat: rounded(lat), lng: rounded(lng), zoom };
  const isFirst = zoom === MAP.zoom && Math.abs(lat - MAP.center.lat) < 0.01 && Math.abs(lng - MAP.center.lng) < 0.01;
  const box: Box = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
  return { area: isFirst ? null : area, box, drawn: drawnBox(map), zoom };
}

function rounded(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000;
}

/** Calls `go` once the map has stopped zooming; while it zooms, it does not accept another view. */
function afterZoom(map: LeafletMap, go: () => void): void {
  const isZooming = map.getPane("mapPane")?.classList.contains("leaflet-zoom-anim") === true;
  if (isZooming) map.once("zoomend", go);
  else go();
}

type PopupOptions = { names: string[]; position: LatLng; marker: Marker } & Pick<MapOptions, "onPopup">;

function openPopup(map: LeafletMap, { names, position, marker, onPopup }: PopupOptions): void {
  const node = document.createElement("div");
  const { min: minWidth, max: maxWidth, height: maxHeight } = POPUP_PX;
  const popup = makePopup({ offset: [0, -8], minWidth, maxWidth, maxHeight })
    .setLatLng(position)
    .setContent(node);
  popup.once("remove", () => {
    // Return the focus to the marker that opened the popup.
    if (node.contains(document.activeElement)) marker.getElement()?.focus({ preventScroll: true });
  });
  popup.openOn(map);
  onPopup({ names, node, update: () => popup.update() });
}
