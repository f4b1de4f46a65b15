import { useLayoutEffect, useMemo, useRef } from "react";
import { createPortal } from "react-dom";
import type { Station } from "@groundcrew/shared/stations";
import { IconFocusCentered, IconMinus, IconPlus } from "@tabler/icons-react";
import "leaflet/dist/leaflet.css";
import { useConsole } from "../../console/index.ts";
import { IconButton } from "../../ui/index.ts";
import styles from "./map.module.css";
import { mapPoints, missingSentence } from "./points.ts";
import { Legend } from "./signs.tsx";
import { StationPopup } from "./station-popup.tsx";
import { useStationMap } from "./use-station-map.ts";

type StationMapProps = {
  stations: readonly Station[];
  /** The server's clock, in ms. */
  now: number;
};

/** Stations where they stand. */
export function StationMap({ stations, now }: StationMapProps) {
  const place = useRef<HTMLDivElement>(null);
  const { map_tiles: tiles } = useConsole();
  const { points, missing } = useMemo(() => mapPoints(stations, now), [stations, now]);
  const { popup, map } = useStationMap(place, points);
  const sentence = missingSentence(missing);
  const named = popup ? stations.filter(({ name }) => popup.names.includes(name)) : [];

  useLayoutEffect(() => {
    popup?.update();
    popup?.node.querySelector("a")?.focus({ preventScroll: true });
  }, [popup]);

  return (
    <section aria-label="Map of stations">
      <div className={styles.frame}>
        <div ref={place} className={styles.map} />
        <div className={styles.controls}>
          <IconButton icon={IconPlus} label="Zoom in" onClick={() => map.current?.zoomIn()} />
          <IconButton icon={IconMinus} label="Zoom out" onClick={() => map.current?.zoomOut()} />
          <IconButton icon={IconFocusCentered} label="Reset view" onClick={() => map.current?.reset()} />
        </div>
        {tiles && <span className={styles.credit}>{tiles.attribution}</span>}
      </div>
      <div className={styles.below}>
        {sentence !== null && <p>{sentence}</p>}
        <Legend />
      </div>
      {popup &&
        createPortal(
          named.map((station) => <StationPopup key={station.name} station={station} />),
          popup.node,
        )}
    </section>
  );
}
