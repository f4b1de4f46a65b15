import { memo } from "react";
import type { Brand } from "@groundcrew/shared/brand";
import { errorCounter, supportCounter, type Counter, type Station } from "@groundcrew/shared/stations";
import { IconAlertTriangle, IconFlag, IconNotes, type Icon as TablerIcon } from "@tabler/icons-react";
import { classes, Icon } from "../ui/index.ts";
import { stationTitle, StationLink } from "./station-link.tsx";
import styles from "./station.module.css";

type CountersProps = { station: Station; brand: Brand; onOpen: (dialog: StationDialog) => void };

/** An admin's view of a station's counts: its support log, open incidents, and unresolved errors. */
export const Counters = memo(function Counters({ station, brand, onOpen }: CountersProps) {
  const support = supportCounter(station);
  const errors = errorCounter(station, brand);
  const isHeld = station.maintenance !== null && errors.count > 0;
  const title = stationTitle(station);
  return (
    <>
      <StationLink
        name={station.name}
        path="supportlog"
        className={`control relative justify-center px-1h ${styles.part}`}
        title="View the support log"
        aria-label={`Logs of ${title}`}
        onPress={() => onOpen({ kind: "log", station })}
      >
        <Icon icon={IconNotes} />
        Logs
      </StationLink>
      <button
        type="button"
        className={classes(
          "control relative justify-center px-1h",
          styles.part,
          support.needsAttention && styles.counterWarn,
        )}
        title={`Support log: ${support.count} that need action or are pending (urgent)`}
        aria-label={`Support log of ${title}: ${support.text} that need action or are pending (urgent)`}
        onClick={() => onOpen({ kind: "support", station, tab: "log" })}
      >
        <Count counter={support} icon={IconFlag} />
      </button>
      <button
        type="button"
        className={classes(
          "control relative justify-center px-1h",
          styles.part,
          errors.needsAttention && styles.counterDanger,
          isHeld && styles.held,
        )}
        title={`Unresolved errors: ${errors.count}${isHeld ? ", in maintenance" : ""}`}
        aria-label={`Unresolved errors of ${title}: ${errors.text}`}
        onClick={() => onOpen({ kind: "support", station, tab: "triage" })}
      >
        <Count counter={errors} icon={IconAlertTriangle} />
      </button>
    </>
  );
});

/** A capped count. Its icon is shown only if there is something to count. */
export function Count({ counter, icon }: { counter: Counter; icon: TablerIcon }) {
  return (
    <>
      {counter.count > 0 && <Icon icon={icon} size="s" />}
      {counter.text}
    </>
  );
}

/** A dialog about a station, opened from one of its parts on screen. */
export type StationDialog =
  | { kind: "telemetry" | "history" | "cameras"; name: string }
  | { kind: "log"; station: Station }
  | { kind: "support"; station: Station; tab: "log" | "triage" }
  | { kind: "maintenance" | "extend" | "end"; stations: readonly Station[] }
  | { kind: "add"; name?: string };
