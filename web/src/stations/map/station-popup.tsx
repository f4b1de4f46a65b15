import { onlineStatus, onlineStatusLabels, type Station } from "@groundcrew/shared/stations";
import { asOfText, countText, webAddress } from "../../lib/index.ts";
import { StationLink, titleOf, useReading } from "../../station/index.ts";
import styles from "./map.module.css";

/** A station's popup on the map: its title, its state, and links to its dashboard and its page. */
export function StationPopup({ station }: { station: Station }) {
  const { isStale, since, evaluatedAt } = useReading(station);
  const dashboard = webAddress(station.hexone_dashboard);
  const errors = station.support_metrics?.errors_unresolved ?? 0;
  const states = [
    station.last_online_status ? "Online" : "Offline",
    onlineStatusLabels[onlineStatus(station, evaluatedAt)].detail,
    ...(isStale ? [`as of ${asOfText(since)}`] : []),
  ];
  return (
    <div className={styles.station}>
      <span className={styles.serial}>{titleOf(station)}</span>
      <span className={styles.state}>
        {states.join(" · ")}
        {errors > 0 && <span className={styles.bad}>{` · ${countText(errors, "unresolved error")}`}</span>}
      </span>
      {station.description !== "" && <span>{station.description}</span>}
      {dashboard !== null && (
        <a href={dashboard} target="_blank" rel="noopener noreferrer" title="Open the dashboard">
          {station.name}
        </a>
      )}
      <StationLink name={station.name}>{dashboard === null ? station.name : "Station page"}</StationLink>
    </div>
  );
}
