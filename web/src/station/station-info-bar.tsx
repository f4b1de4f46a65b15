import { shortId } from "@groundcrew/shared/brand";
import { clockWarning, errorCounter, type InvalidSince, type Station } from "@groundcrew/shared/stations";
import {
  IconAlertTriangle,
  IconHeartbeat,
  IconNotes,
  IconSettings,
  IconClockExclamation,
  IconMessageX,
} from "@tabler/icons-react";
import { useConsole } from "../console/index.ts";
import { momentText, webAddress } from "../lib/index.ts";
import { buttonClass, classes, Icon, IconButton, Notice } from "../ui/index.ts";
import { Count } from "./counters.tsx";
import { StatusIcon } from "./status-reading.tsx";
import { stationTitle, StationLink, TypeButton } from "./station-link.tsx";
import styles from "./station.module.css";

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
    <div className={`full-width-tiny row gap-2 min-0 ${styles.bar}`}>
      <TypeButton station={station} />
      <DashboardName station={station} className={`truncate label py-1 ${styles.name}`} />
      <StatusIcon station={station} />
      {isAdmin && onTriage && (
        <button
          type="button"
          className={classes(
            "default surface",
            "px-2 pointer inline-row justify-center gap-1 rounded hover",
            styles.errors,
            errors.needsAttention && styles.danger,
          )}
          data-triage
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
export function DashboardName({ station, className }: { station: Station; className?: string }) {
  const { brand } = useConsole();
  const href = webAddress(station.hexone_dashboard);
  const shown = shortId(station.name, brand);
  if (href === null) {
    return (
      <span className={className} title={station.name}>
        {shown}
      </span>
    );
  }
  return (
    <a
      className={className}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      title={`Open the dashboard of ${stationTitle(station)}`}
    >
      {shown}
    </a>
  );
}

type LinkNoticesProps = {
  station: Pick<Station, "clock_skew_ms" | "last_online_status" | "invalid_messages">;
  /** Class of the element around each notice. */
  className?: string | undefined;
};

/** Warns when a station sends messages that cannot be read, and when its clock is wrong; nothing while all is right. */
export function LinkNotices({ station, className }: LinkNoticesProps) {
  const { invalid_messages: invalid } = station;
  const clock = clockWarning(station);
  return (
    <>
      {invalid && (
        <div className={className}>
          <Notice tone="warning" icon={IconMessageX}>
            <b>{`Sends invalid messages since ${momentText(invalid.since)}`}</b>
            {`\nReadings are from before. ${topicTexts[invalid.topic]} ${invalid.detail}`}
          </Notice>
        </div>
      )}
      {clock !== null && (
        <div className={className}>
          <Notice tone="warning" icon={IconClockExclamation}>
            <b>{clock}</b>
            {"\nAll ages and statuses follow the server's clock."}
          </Notice>
        </div>
      )}
    </>
  );
}

const topicTexts: Record<InvalidSince["topic"], string> = {
  birth: "What is wrong with its birth message:",
  tele: "What is wrong with its telemetry:",
};
