import type { Marker } from "@groundcrew/shared/stations";
import { IconBolt, IconClock, IconWifi, IconWifiOff, type Icon as TablerIcon } from "@tabler/icons-react";
import { Icon } from "../../ui/index.ts";
import styles from "./map.module.css";

type Worst = "errors" | "offline" | null;

const icons: Record<Marker, TablerIcon> = { activity: IconBolt, online: IconWifi, offline: IconWifiOff };

/** What each marker is called. */
export const markerLabels: Record<Marker, string> = { activity: "Recent swap", online: "Online", offline: "Offline" };

const markers = ["activity", "online", "offline"] as const;

/** What the shapes on the map mean. The markers on it show copies of the pictures here. */
export function Legend({ asOf }: { asOf: string | null }) {
  return (
    <ul className={styles.legend} aria-label="Legend">
      {markers.map((marker) => (
        <li key={marker}>
          <span className={`${styles.marker} ${styles[marker]}`} data-sign={marker}>
            <Icon icon={icons[marker]} size="s" />
          </span>
          {markerLabels[marker]}
        </li>
      ))}
      <li>
        <span className={styles.activeCluster} aria-hidden />
        Cluster with a recent swap
      </li>
      <li>
        <span className={`${styles.ringSign} ${styles.errors}`} aria-hidden />
        Unresolved errors
      </li>
      <li>
        <span className={`${styles.ringSign} ${styles.down}`} aria-hidden />
        Cluster with offline stations
      </li>
      {asOf !== null && (
        <li>
          <Icon icon={IconClock} size="s" />
          {`As of ${asOf}`}
        </li>
      )}
    </ul>
  );
}

type Sign = { marker: Marker; isStale: boolean; worst: Worst };

/** A marker for the map, as the legend shows it; without its colour once it is out of date. */
export function markerNode({ marker, isStale, worst }: Sign): HTMLElement {
  const node = document.createElement("span");
  node.className = `${styles.marker} ${styles[marker]} ${isStale ? styles.stale : ""}`;
  const picture = document.querySelector(`[data-sign="${marker}"] > svg`);
  if (picture) node.append(picture.cloneNode(true));
  return ringed(node, worst);
}

/** A cluster for the map: its number of stations, in the size and style it is due. */
export function clusterNode(
  count: number,
  style: { size: "small" | "medium" | "large"; isActive: boolean; worst: Worst },
) {
  const node = document.createElement("span");
  node.className = `${styles.cluster} ${styles[style.size]} ${style.isActive ? styles.active : ""}`;
  node.textContent = String(count);
  return ringed(node, style.worst);
}

/** Puts the ring of the worst state around a sign, which keeps its own style. */
function ringed(sign: HTMLElement, worst: Worst): HTMLElement {
  if (worst === null) return sign;
  const ring = document.createElement("span");
  ring.className = `${styles.ring} ${worst === "errors" ? styles.errors : styles.down}`;
  sign.append(ring);
  sign.classList.add(styles.ringed ?? "");
  return sign;
}
