import { memo, useLayoutEffect, useRef, useState } from "react";
import { readinessLabels } from "@groundcrew/shared/readiness";
import type { Wall } from "@groundcrew/shared/wallboards";
import { IconTool, IconWifi, IconWifiOff, type Icon as TablerIcon } from "@tabler/icons-react";
import world from "world-atlas/countries-110m.json";
import { countText } from "../../lib/index.ts";
import { worldPolygons } from "../../stations/index.ts";
import { readinessIcons } from "../../station/index.ts";
import { classes, Icon } from "../../ui/index.ts";
import { markersOf, project, viewOfAll, type MapSize, type WallMarker } from "./map-layout.ts";
import styles from "./wall.module.css";

type WallMap = NonNullable<Wall["map"]>;

/** Where the stations are, and which of them are not ready. */
export const MapPage = memo(function MapPage({ map: { points, unlocated } }: { map: WallMap }) {
  const frame = useRef<HTMLElement>(null);
  const size = useSize(frame);
  const view = size && viewOfAll(points, size);
  const markers = view && markersOf(points, view, size);
  return (
    <main ref={frame} className={`relative clip grow ${styles.map}`} aria-label="Map of the stations">
      {view && <Land world={view.world} x={view.origin.x} y={view.origin.y} />}
      {markers?.map((marker) => (
        <Marker key={marker.key} marker={marker} />
      ))}
      <Legend unlocated={unlocated} />
    </main>
  );
});

/** The size of the map, once it is known. */
function useSize(frame: { current: HTMLElement | null }): MapSize | null {
  const [size, setSize] = useState<MapSize | null>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const sizes = new ResizeObserver(() => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setSize({ width: element.clientWidth, height: element.clientHeight, rem });
    });
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [frame]);
  return size;
}

/** The width of the world in the drawing of the land, which is scaled to that of the map. */
const DRAWN = 1_000;

const Land = memo(function Land({ world: width, x, y }: { world: number; x: number; y: number }) {
  const [path] = useState(landPath);
  return (
    <svg className={`absolute ${styles.land}`} aria-hidden>
      <path d={path} transform={`translate(${x} ${y}) scale(${width / DRAWN})`} vectorEffect="non-scaling-stroke" />
    </svg>
  );
});

function landPath(): string {
  const rings = worldPolygons(world).coordinates.flat();
  return rings.map((ring) => `M${ring.map(pointText).join("L")}Z`).join("");
}

function pointText([lng = 0, lat = 0]: readonly number[]): string {
  const { x, y } = project({ lat, lng });
  return `${(x * DRAWN).toFixed(1)} ${(y * DRAWN).toFixed(1)}`;
}

function Marker({ marker: { x, y, count, notReady, label, ...station } }: { marker: WallMarker }) {
  const { icon, look } = lookOf(station);
  return (
    <>
      {label && (
        <div className={`absolute surface ${styles.note}`} style={{ left: label.x, top: label.y }}>
          <b className="block truncate">{label.serial}</b>
          <span className="block truncate soft">
            {label.more > 0 ? `and ${countText(label.more, "other station")}` : label.place}
          </span>
        </div>
      )}
      <span
        className={classes("absolute center", count > 1 ? styles.cluster : styles.marker, count === 1 && styles[look])}
        style={{ left: x, top: y }}
      >
        {count > 1 ? count : <Icon icon={icon} />}
        {count > 1 && notReady > 0 && <b className={`absolute text-center ${styles.badge}`}>{notReady}</b>}
      </span>
    </>
  );
}

type Look = "online" | "offline" | "not_ready" | "limited" | "maintenance";

const icons: Record<Look, TablerIcon> = {
  online: IconWifi,
  offline: IconWifiOff,
  not_ready: readinessIcons.not_ready,
  limited: readinessIcons.limited,
  maintenance: IconTool,
};

const labels: Record<Look, string> = {
  online: "Online",
  not_ready: readinessLabels.not_ready,
  limited: readinessLabels.limited,
  offline: "Offline",
  maintenance: "In maintenance",
};

/** A station that cannot be used looks like it; others by whether they are online. */
function lookOf({ state, isOnline }: Pick<WallMarker, "state" | "isOnline">): { icon: TablerIcon; look: Look } {
  const look =
    state === "not_ready" || state === "limited" || state === "maintenance" ? state : isOnline ? "online" : "offline";
  return { icon: icons[look], look };
}

const looks = ["online", "not_ready", "limited", "offline", "maintenance"] as const;

function Legend({ unlocated }: { unlocated: number }) {
  return (
    <div className={`absolute surface bordered ${styles.legend}`}>
      <ul className={`flex wrap ${styles.looks}`}>
        {looks.map((look) => (
          <li key={look} className={`row ${styles.look}`}>
            <span className={classes("center", styles.marker, styles[look])}>
              <Icon icon={icons[look]} />
            </span>
            {labels[look]}
          </li>
        ))}
      </ul>
      {unlocated > 0 && <p className="muted">{`${countText(unlocated, "station")} without coordinates`}</p>}
    </div>
  );
}
