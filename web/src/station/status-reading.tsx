import { onlineStatus, onlineStatusLabels, type Station } from "@groundcrew/shared/stations";
import { classes } from "../ui/index.ts";
import { AsOf, lastSeenText, StatusShape, toneClasses } from "./pills.tsx";
import { statusTone, useReading } from "./reading.ts";
import styles from "./station.module.css";

/** How recently the station was active, as an icon with a tooltip. */
export function StatusIcon({ station }: { station: Station }) {
  const reading = useReading(station);
  const status = onlineStatus(station, reading.evaluatedAt);
  const text = lastSeenText(station, status, reading);
  return (
    <span
      className={classes("state-pill", styles.sign, toneClasses[statusTone(status, station, reading)])}
      title={text}
    >
      <StatusShape status={status} reading={reading} label={text} />
    </span>
  );
}

/** How recently the station was active. */
export function StatusReading({ station }: { station: Station }) {
  const reading = useReading(station);
  const status = onlineStatus(station, reading.evaluatedAt);
  return (
    <span
      className={classes("state-pill", styles.reading, toneClasses[statusTone(status, station, reading)])}
      title={lastSeenText(station, status, reading)}
    >
      <StatusShape status={status} reading={reading} />
      {onlineStatusLabels[status].label}
      <AsOf reading={reading} />
    </span>
  );
}
