import type { Station } from "@groundcrew/shared/stations";
import { webAddress } from "../../lib/index.ts";
import { StationLink } from "../station-link.tsx";
import styles from "./map.module.css";

/** What the map says of a station: its description, and a link named after it to its dashboard. */
export function StationPopup({ station }: { station: Station }) {
  const dashboard = webAddress(station.hexone_dashboard);
  return (
    <div className={styles.station}>
      {station.description !== "" && <span>{station.description}</span>}
      {dashboard === null ? (
        <StationLink name={station.name}>{station.name}</StationLink>
      ) : (
        <a href={dashboard} target="_blank" rel="noopener noreferrer">
          {station.name}
        </a>
      )}
    </div>
  );
}
