import { IconAlertTriangle, IconUrgent } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { classes, Pill } from "../ui/index.ts";
import "../later.css";

/** How severe an alert is, or a rule's alerts are. Solid only while a person is needed. */
export function SeverityPill({ severity, isLoud }: { severity: "urgent" | "warning"; isLoud: boolean }) {
  if (severity === "warning") {
    return (
      <Pill tone="warn" icon={IconAlertTriangle}>
        Warning
      </Pill>
    );
  }
  return (
    <Pill tone={isLoud ? "solid" : "danger"} icon={IconUrgent}>
      Urgent
    </Pill>
  );
}

/** The tint of the sign of an alert that needs someone. */
export const severityTints = { urgent: "tint-danger", warning: "tint-warn" };

/** A count beside a word. `quiet` is for what needs nobody, `caution` for what is not working. */
export function CountBadge({ tone, children }: { tone?: "quiet" | "caution"; children: ReactNode }) {
  return <span className={classes("count-badge", tone)}>{children}</span>;
}
