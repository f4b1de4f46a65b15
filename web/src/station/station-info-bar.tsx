import { shortId } from "@groundcrew/shared/brand";
import { errorCounter, type Station, clockWarning } from "@groundcrew/shared/stations";
import { IconAlertTriangle, IconHeartbeat, IconNotes, IconSettings, IconClockExclamation } from "@tabler/icons-react";
import { useConsole } from "../console/index.ts";
import { webAddress } from "../lib/index.ts";
import { buttonClass, classes, Icon, IconButton, Notice } from "../ui/index.ts";
import { Count } from "./counters.tsx";
import { StatusIcon } from "./pills.tsx";
import { stationTitle, StationLink, TypeButton } from "./station-link.tsx";
import styles from "./station-info-bar.module.css";

type StationInfoBarProps = {
  station: Station;
  isAdmin: boolean;
  /** Opens the triage tab. Without it the error count is not shown. */
  onTriage?: () => void;
  onSupportLog?: () => void;
  onTelemetry?: () => void;
};

/** A station in one line, with links to its other views. */
export function StationInfoBar({ station, isAdmin, onTriage, onSupportLog, onTelemetry }: StationInfoBarProps) {
  const { brand } = useConsole();
  const errors = errorCounter(station, brand);
  const title = stationTitle(station);
  return (
    <div className={styles.bar}>
      <TypeButton station={station} />
      <DashboardName station={station} shown={shortId(station.name, brand)} />
      <StatusIcon station={station} />
      {isAdmin && onTriage && (
        <button
          type="button"
          className={classes(styles.errors, errors.needsAttention && styles.danger)}
          disabled={errors.count === 0}
          title={`Unresolved errors: ${errors.count}`}
          aria-label={`Unresolved errors of ${title}: ${errors.text}`}
          onClick={onTriage}
        >
          <Count counter={errors} icon={IconAlertTriangle} />
        </button>
      )}
      {isAdmin && onSupportLog && (
        <IconButton icon={IconNotes} label={`Support log of ${title}`} onClick={onSupportLog} />
      )}
      {isAdmin && (
        <StationLink
          name={station.name}
          path="edit"
          className={buttonClass("plain", "icon")}
          title="Edit station"
          aria-label={`Edit ${title}`}
        >
          <Icon icon={IconSettings} />
        </StationLink>
      )}
      {onTelemetry && <IconButton icon={IconHeartbeat} label={`Telemetry of ${title}`} onClick={onTelemetry} />}
    </div>
  );
}

/** The station's short id, which opens its own dashboard if it has one. */
function DashboardName({ station, shown }: { station: Station; shown: string }) {
  const href = webAddress(station.hexone_dashboard);
  if (href === null) return <span className={styles.name}>{shown}</span>;
  return (
    <a
      className={styles.name}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      title={`Open the dashboard of ${stationTitle(station)}`}
    >
      {shown}
    </a>
  );
}

type ClockNoticeProps = {
  station: Pick<Station, "clock_skew_ms" | "last_online_status">;
  /** Class of the element around the notice. */
  className?: string | undefined;
};

/** Warns when a station's clock is wrong; nothing while it is right. */
export function ClockNotice({ station, className }: ClockNoticeProps) {
  const text = clockWarning(station);
  if (text === null) return null;
  return (
    <div className={className}>
      <Notice tone="warning" icon={IconClockExclamation}>
        <b>{text}</b>
        {"\nAll ages and statuses follow the server's clock."}
      </Notice>
    </div>
  );
}
