import type { SupportLogStatus } from "@groundcrew/shared/support-log";
import {
  IconCircleCheck,
  IconClockPause,
  IconFileText,
  IconFlag,
  IconNote,
  IconProgress,
  IconUrgent,
  type Icon as TablerIcon,
} from "@tabler/icons-react";

/** The icon and tone of each entry status. */
export const entrySigns: Record<
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
