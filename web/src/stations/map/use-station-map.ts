import { useEffect, useEffectEvent, useRef, useState, type RefObject } from "react";
import { useConsole } from "../../console/index.ts";
import { openMap, type OpenMap } from "./open-map.ts";
import { isSameMap, type MapPoint } from "./points.ts";

type OpenPopup = Parameters<Parameters<typeof openMap>[1]["onPopup"]>[0];

/** Keeps a map of stations open in an element, and says which popup is open on it. */
export function useStationMap(place: RefObject<HTMLElement | null>, points: readonly MapPoint[]) {
  const { map_tiles: tiles } = useConsole();
  const [popup, setPopup] = useState<OpenPopup>(null);
  const map = useRef<OpenMap>(undefined);
  const shown = useRef<readonly MapPoint[]>([]);
  const show = useEffectEvent(() => map.current?.show(points));

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const opened = openMap(element, { tiles, onPopup: setPopup });
    map.current = opened;
    show();
    return () => opened.close();
  }, [place, tiles]);

  useEffect(() => {
    // Every refresh makes new stations; most of them look the same here.
    if (isSameMap(points, shown.current)) return;
    shown.current = points;
    map.current?.show(points);
  }, [points]);

  return { popup, map };
}
