import { IconBolt, IconClock, IconTool, IconWifi, IconWifiOff, type Icon as TablerIcon } from "@tabler/icons-react";
import { Icon } from "../../ui/index.ts";
import styles from "./map.module.css";
import { partLabels, type MapMarker, type ReadinessMark } from "@groundcrew/shared/stations";
import { readinessIcons } from "../../station/index.ts";

type WorstState = "errors" | "offline" | null;

const icons: Record<MapMarker, TablerIcon> = {
  activity: IconBolt,
  online: IconWifi,
  offline: IconWifiOff,
  maintenance: IconTool,
};

/** The names of the markers. */
export const markerLabels: Record<MapMarker, string> = {
  activity: "Recent swap",
  online: "Online",
  offline: "Offline",
  maintenance: "In maintenance",
};

const marks = ["not_ready", "limited"] as const satisfies ReadinessMark[];

const markers = ["activity", "online", "offline", "maintenance"] as const;

/** The legend. The markers on the map are copies of its icons. */
export function Legend({ asOf }: { asOf: string | null }) {
  return (
    <ul className={`gap-1-4 flex wrap push-right soft ${styles.legend}`} aria-label="Legend">
      {markers.map((marker) => (
        <li key={marker} className="row gap-1h">
          <span className={`${styles.marker} ${styles[marker]}`} data-marker={marker}>
            <Icon icon={icons[marker]} size="s" />
          </span>
          {markerLabels[marker]}
        </li>
      ))}
      {marks.map((mark) => (
        <li key={mark} className="row gap-1h">
          <span className={`${styles.mark} ${styles[mark]}`} data-marker={mark}>
            <Icon icon={readinessIcons[mark]} size="s" />
          </span>
          {partLabels[mark]}
        </li>
      ))}
      <li className="row gap-1h">
        <span className={`square-16 ${styles.activeCluster}`} aria-hidden />
        Cluster with a recent swap
      </li>
      <li className="row gap-1h">
        <span className={`square-16 ${styles.legendRing} ${styles.errors}`} aria-hidden />
        Unresolved errors
      </li>
      <li className="row gap-1h">
        <span className={`square-16 ${styles.legendRing} ${styles.down}`} aria-hidden />
        Cluster with offline stations
      </li>
      {asOf !== null && (
        <li className="row gap-1h">
          <Icon icon={IconClock} size="s" />
          {`As of ${asOf}`}
        </li>
      )}
    </ul>
  );
}

type MarkerStyle = { marker: MapMarker; isStale: boolean; worst: WorstState; mark: ReadinessMark | null };

/** A marker for the map, as in the legend, with its readiness in a corner; without color if it is stale. */
export function markerNode({ marker, isStale, worst, mark }: MarkerStyle): HTMLElement {
  const node = document.createElement("span");
  node.className = `${styles.marker} ${styles[marker]} ${isStale ? styles.stale : ""}`;
  node.append(...legendIcon(marker));
  if (mark !== null) {
    const corner = document.createElement("span");
    corner.className = `${styles.mark} ${styles[mark]} ${styles.corner}`;
    corner.append(...legendIcon(mark));
    node.append(corner);
  }
  return withRing(node, worst);
}

/** A copy of the icon that the legend has for a marker. */
function legendIcon(marker: MapMarker | ReadinessMark): Node[] {
  const icon = document.querySelector(`[data-marker="${marker}"] > svg`);
  return icon ? [icon.cloneNode(true)] : [];
}

type ClusterStyle = {
  size: "small" | "medium" | "large";
  isActive: boolean;
  worst: WorstState;
  /** How many of its stations are in maintenance, and how many others are not ready. */
  maintained: number;
  notReady: number;
};

/** A cluster for the map: its number of stations, with the size and style for that number. */
export function clusterNode(count: number, { size, isActive, worst, maintained, notReady }: ClusterStyle) {
  const node = document.createElement("span");
  node.className = `${styles.cluster} ${styles[size]} ${isActive ? styles.active : ""}`;
  node.textContent = String(count);
  if (notReady > 0) node.append(chipNode(styles.notReady, notReady));
  if (maintained > 0) node.append(chipNode(styles.maintained, maintained, legendIcon("maintenance")));
  return withRing(node, worst);
}

/** A number at a corner of a cluster. It is shown by its style: the name of the cluster says it in words. */
function chipNode(className: string | undefined, count: number, icon: Node[] = []): HTMLElement {
  const chip = document.createElement("span");
  chip.className = `absolute row px-1h ${styles.chip} ${className}`;
  chip.dataset["count"] = String(count);
  chip.append(...icon);
  return chip;
}

/** Adds the ring of the worst state around a marker, which keeps its own style. */
function withRing(node: HTMLElement, worst: WorstState): HTMLElement {
  if (worst === null) return node;
  const ring = document.createElement("span");
  ring.className = `absolute ${styles.ring} ${worst === "errors" ? styles.errors : styles.down}`;
  node.append(ring);
  node.classList.add("relative");
  return node;
}
