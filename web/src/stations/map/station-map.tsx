import { useLayoutEffect, useMemo, useRef, type ReactNode } from "react";
import { createPortal } from "react-dom";
import type { MapAt, Station } from "@groundcrew/shared/stations";
import { IconFocusCentered, IconMapOff, IconMinus, IconPlus } from "@tabler/icons-react";
import "leaflet/dist/leaflet.css";
import { useConsole } from "../../console/index.ts";
import { useFrozenVideos, useFreshnessHere } from "../../freshness/index.ts";
import { asOfText, countText } from "../../lib/index.ts";
import { classes, Empty, IconButton } from "../../ui/index.ts";
import styles from "./map.module.css";
import { mapPoints, unlocatedSentence, stationsInView } from "./points.ts";
import { Legend } from "./signs.tsx";
import { StationPopup } from "./station-popup.tsx";
import { useStationMap } from "./use-station-map.ts";

type StationMapProps = {
  stations: readonly Station[];
  /** The area to show; null for the whole world. */
  at: MapAt | null;
  onAt: (at: MapAt | null) => void;
  /** Renders the stations that are in view. */
  children: (inView: readonly Station[]) => ReactNode;
};

/** Stations on a map. */
export function StationMap({ stations, at, onAt, children }: StationMapProps) {
  const place = useRef<HTMLDivElement>(null);
  const { map_tiles: tiles } = useConsole();
  const freshness = useFreshnessHere();
  const frozen = useFrozenVideos();
  const asOf = freshness.kind === "stale" ? asOfText(freshness.asOf) : null;
  const { points, unlocated } = useMemo(
    () => mapPoints(stations, { freshness, frozen }),
    [stations, freshness, frozen],
  );
  const { popup, map, box } = useStationMap(place, { points, at, onAt });
  const inView = useMemo(() => stationsInView(stations, points, box), [stations, points, box]);
  const sentence = unlocatedSentence(unlocated);
  const named = popup ? stations.filter(({ name }) => popup.names.includes(name)) : [];

  useLayoutEffect(() => {
    popup?.update();
    popup?.node.querySelector("a")?.focus({ preventScroll: true });
  }, [popup]);

  return (
    <>
      <section aria-label="Map of stations" className={classes(asOf !== null && styles.stale)}>
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
          <Legend asOf={asOf} />
        </div>
        {popup &&
          createPortal(
            named.map((station) => <StationPopup key={station.name} station={station} />),
            popup.node,
          )}
      </section>
      <section className={styles.list} aria-label="Stations in view">
        {inView.length === 0 ? (
          <Empty icon={IconMapOff} sentence="No station in view." />
        ) : (
          <>
            <h2>{`${countText(inView.length, "station")} in view`}</h2>
            {children(inView)}
          </>
        )}
      </section>
    </>
  );
}
