import { onlineStatus, onlineStatusLabels, type Station } from "@groundcrew/shared/stations";
import { IconActivity, IconHistory, type Icon as TablerIcon } from "@tabler/icons-react";
import { ActivityShape, StationLink, titleOf } from "../../stations/index.ts";
import { Icon } from "../../ui/index.ts";
import styles from "./config-table.module.css";

/** What the buttons of a row open. */
export type RowDialog = { kind: "telemetry" | "config"; station: Station };

type RowHeadProps = {
  station: Station;
  now: number;
  /** Which dialogs there are buttons for. */
  opens: readonly RowDialog["kind"][];
  onOpen: (dialog: RowDialog) => void;
};

/** Names the station of a row, says how recently it was heard from, and leads to its histories. */
export function RowHead({ station, now, opens, onOpen }: RowHeadProps) {
  const status = onlineStatus(station, now);
  const title = titleOf(station);
  return (
    <div className={styles.head}>
      <span className={styles.status} data-status={status} title={onlineStatusLabels[status].detail}>
        <ActivityShape of={status} label={onlineStatusLabels[status].detail} />
      </span>
      <StationLink name={station.name} className={styles.serial} title={title}>
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
    <button type="button" className={styles.button} aria-label={label} title={label} onClick={onClick}>
      <Icon of={icon} />
    </button>
  );
}
