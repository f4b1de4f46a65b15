import { useState } from "react";
import type { Station } from "@groundcrew/shared/stations";
import { IconChevronDown, IconHeartbeat, IconNotes } from "@tabler/icons-react";
import { countText } from "../../lib/index.ts";
import { TriageList, useTriage } from "../../station-errors/index.ts";
import { StationInfoBar, titleOf } from "../../station/index.ts";
import { Button } from "../../ui/index.ts";
import { unresolvedOf } from "../queue.ts";
import { TriageActions } from "../triage-actions.tsx";
import styles from "./support-log-page.module.css";

/** A dialog opened from the queue. */
export type QueueDialog = { kind: "log" | "triage" | "telemetry"; station: Station };

type QueueStationProps = {
  station: Station;
  /** Whether its errors stay hidden until the user opens it. */
  isCollapsed: boolean;
  onOpen: (dialog: QueueDialog) => void;
};

/** A station of the triage queue with its errors, which are not loaded while it is collapsed. */
export function QueueStation({ station, isCollapsed, onOpen }: QueueStationProps) {
  const [isExpanded, setExpanded] = useState(false);
  const title = titleOf(station);
  const details = [title, station.organization_name, station.location_deployment].filter(Boolean).join(" · ");
  const isOpen = isExpanded || !isCollapsed;
  return (
    <section className={styles.station} aria-label={`Errors of ${title}`}>
      <div className={styles.head}>
        <StationInfoBar
          station={station}
          isAdmin
          onTriage={() => onOpen({ kind: "triage", station })}
          onTelemetry={() => onOpen({ kind: "telemetry", station })}
        />
        <span className={styles.about} title={details}>
          <b>{title}</b>
          {details.slice(title.length)}
        </span>
        <div className={styles.buttons}>
          <Button icon={IconNotes} onClick={() => onOpen({ kind: "log", station })}>
            Support Log
          </Button>
          <Button icon={IconHeartbeat} onClick={() => onOpen({ kind: "telemetry", station })}>
            Telemetry
          </Button>
          {isCollapsed && !isExpanded && (
            <Button icon={IconChevronDown} onClick={() => setExpanded(true)}>
              {`Show ${countText(unresolvedOf(station), "error")}`}
            </Button>
          )}
        </div>
      </div>
      {isOpen && <StationTriage station={station} />}
    </section>
  );
}

function StationTriage({ station }: { station: Station }) {
  const triage = useTriage(station.name);
  const { received } = triage;
  return (
    <div className={styles.body}>
      <TriageList triage={triage} />
      {received && received.errors.length > 0 && (
        <div className={styles.actions}>
          <TriageActions station={station.name} triage={triage} />
        </div>
      )}
    </div>
  );
}
