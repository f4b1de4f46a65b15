import type { Icon as TablerIcon } from "@tabler/icons-react";
import { IconAlertTriangle, IconUrgent } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { classes, Icon } from "../ui/index.ts";
import styles from "./pill.module.css";

type PillTone = "plain" | "ok" | "warn" | "danger" | "solid" | "dashed";

type PillProps = { tone: PillTone; icon: TablerIcon; title?: string | undefined; children: string };

/** A reading: an icon and a word on a tint. */
export function Pill({ tone, icon, title, children }: PillProps) {
  return (
    <span className={classes(styles.pill, tone !== "plain" && styles[tone])} title={title}>
      <Icon icon={icon} size="s" />
      <span>{children}</span>
    </span>
  );
}

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

/** A count beside a word. `quiet` is for what needs nobody, `caution` for what is not working. */
export function CountBadge({ tone, children }: { tone?: "quiet" | "caution"; children: ReactNode }) {
  return <span className={classes(styles.badge, tone && styles[tone])}>{children}</span>;
}
