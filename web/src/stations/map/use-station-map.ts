import { useEffect, useEffectEvent, useRef, useState, type RefObject } from "react";
import type { MapAt } from "@groundcrew/shared/stations";
import { useConsole } from "../../console/index.ts";
import { openMap, type OpenMap } from "./open-map.ts";
import { isSameMap, type MapPoint } from "./points.ts";
import type { Box } from "./world-polygons.ts";

type OpenPopup = Parameters<Parameters<typeof openMap>[1]["onPopup"]>[0];

type MapOf = { points: readonly MapPoint[]; at: MapAt | null; onAt: (at: MapAt | null) => void };

/** Keeps a map of stations open in an element. Returns the open popup and the area in view. */
export function useStationMap(place: RefObject<HTMLElement | null>, { points, at, onAt }: MapOf) {
  const { map_tiles: tiles } = useConsole();
  const [popup, setPopup] = useState<OpenPopup>(null);
  const [box, setBox] = useState<Box | null>(null);
  const map = useRef<OpenMap>(undefined);
  const shown = useRef<readonly MapPoint[]>([]);
  const show = useEffectEvent(() => map.current?.show(points));
  const move = useEffectEvent((next: { at: MapAt | null; box: Box }) => {
    setBox(next.box);
    if (!isSameAt(next.at, at)) onAt(next.at);
  });
  const open = useEffectEvent((element: HTMLElement, of: typeof tiles) =>
    openMap(element, { tiles: of, at, onPopup: setPopup, onMove: move }),
  );

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const opened = open(element, tiles);
    map.current = opened;
    show();
    return () => opened.close();
  }, [place, tiles]);

  useEffect(() => {
    // Every refresh creates new stations; most of them look the same here.
    if (isSameMap(points, shown.current)) return;
    shown.current = points;
    map.current?.show(points);
  }, [points]);

  return { popup, map, box };
}

function isSameAt(one: MapAt | null, other: MapAt | null): boolean {
  if (one === null || other === null) return one === other;
  return one.lat === other.lat && one.lng === other.lng && one.zoom === other.zoom;
}
