import type { Timestamp } from "@groundcrew/shared/lib";
import { onlineStatus, type Station } from "@groundcrew/shared/stations";
import { IconActivity, IconCornerDownRight, IconHistory, type Icon as TablerIcon } from "@tabler/icons-react";
import { momentText } from "../../lib/index.ts";
import { lastSeenText, StationLink, StatusShape, statusTone, stationTitle, useReading } from "../../station/index.ts";
import { Icon } from "../../ui/index.ts";
import styles from "../configs.module.css";

/** A dialog that a row's buttons open. */
export type RowDialog = { kind: "telemetry" | "config"; station: Station };

type RowHeadProps = {
  station: Station;
  /** When the row's revision was first reported; null without one. */
  created: Timestamp | null;
  /** The dialogs that have buttons. */
  opens: readonly RowDialog["kind"][];
  onOpen: (dialog: RowDialog) => void;
};

/** A row's station, with its online status and buttons for its histories. */
export function RowHead({ station, created, opens, onOpen }: RowHeadProps) {
  const reading = useReading(station);
  const status = onlineStatus(station, reading.evaluatedAt);
  const detail = lastSeenText(station, status, reading);
  const title = stationTitle(station);
  const latest = station.config_latest?.created;
  const isEarlier = created !== null && latest !== undefined && created < latest;
  return (
    <div className={`row gap-1 ${styles.head}`}>
      {isEarlier ? (
        <span className={`rigid muted ${styles.status}`}>
          <Icon icon={IconCornerDownRight} size="s" label={`Earlier revision from ${momentText(created)}`} />
        </span>
      ) : (
        <span
          className={`rigid muted ${styles.status}`}
          data-tone={statusTone(status, station, reading)}
          title={detail}
        >
          <StatusShape status={status} reading={reading} label={detail} />
        </span>
      )}
      <StationLink
        name={station.name}
        className={`truncate grow min-0 inner-focus ${isEarlier ? "normal" : "strong"}`}
        title={title}
      >
        {title}
      </StationLink>
      {opens.includes("telemetry") && station.telemetry_enabled && (
        <RowButton
          icon={IconActivity}
          label={`Telemetry history of ${title}`}
          onClick={() => onOpen({ kind: "telemetry", station })}
        />
      )}
      {opens.includes("config") && (
        <RowButton
          icon={IconHistory}
          label={`Config history of ${title}`}
          onClick={() => onOpen({ kind: "config", station })}
        />
      )}
    </div>
  );
}

function RowButton({ icon, label, onClick }: { icon: TablerIcon; label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className={`rigid muted bare rounded-sm p-0 inner-focus ${styles.button}`}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon icon={icon} />
    </button>
  );
}
