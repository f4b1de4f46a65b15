import { ownValue } from "@groundcrew/shared/lib";
import { supportLogStatusLabel, type SupportLogStatus, type SupportLogTag } from "@groundcrew/shared/support-log";
import {
  IconBell,
  IconCircleCheck,
  IconCircleDashed,
  IconClockPause,
  IconFileText,
  IconFlag,
  IconNote,
  IconProgress,
  IconUrgent,
  type Icon as TablerIcon,
} from "@tabler/icons-react";
import { classes, Icon } from "../ui/index.ts";
import "../later.css";
import styles from "./station-log.module.css";

/** How many errors need triage. */
export function TriageBadge({ children }: { children: string }) {
  return <span className="count-badge">{children}</span>;
}

/** The icon and label of an entry's status. A newer server may send a status that this page does not know. */
export function StatusBadge({ status }: { status: SupportLogStatus }) {
  return (
    <span className={`px-1h max-full inline-row gap-1 caption medium anywhere tint rounded-sm ${styles.statusBadge}`}>
      <Icon icon={ownValue(statusIcons, status)?.icon ?? IconCircleDashed} size="s" />
      {supportLogStatusLabel(status)}
    </span>
  );
}

/** A tag: red with an icon when it alerts someone, otherwise grey. */
export function TagBadge({
  tag: { name, color, alerting },
}: {
  tag: Pick<SupportLogTag, "name" | "color" | "alerting">;
}) {
  return (
    <span
      className={classes(
        "px-1h max-full inline-row gap-1 caption medium anywhere rounded-sm",
        color === "danger" ? "tint-danger" : "tint",
        styles.statusBadge,
        color === "danger" && "strong",
      )}
      title={alerting ? "Alerting tag" : "Tag"}
    >
      {alerting && <Icon icon={IconBell} size="s" />}
      {name}
    </span>
  );
}

/** The icon and tone of each entry status. */
export const statusIcons: Record<
  SupportLogStatus,
  { icon: TablerIcon; tone: "danger" | "warn" | "accent" | "ok" | "plain" }
> = {
  note: { icon: IconNote, tone: "plain" },
  record: { icon: IconFileText, tone: "plain" },
  incident_needs_action: { icon: IconFlag, tone: "warn" },
  incident_deferred: { icon: IconClockPause, tone: "plain" },
  incident_pending: { icon: IconProgress, tone: "accent" },
  incident_pending_urgent: { icon: IconUrgent, tone: "danger" },
  incident_resolved: { icon: IconCircleCheck, tone: "ok" },
};
