import type { AlertDelivery } from "@groundcrew/shared/support-log";
import { IconBellCheck, IconBellRinging, IconBellX, type Icon as TablerIcon } from "@tabler/icons-react";
import { countText } from "../lib/index.ts";
import { classes, Icon } from "../ui/index.ts";
import styles from "./alert-list.module.css";

const signs: Record<AlertDelivery["state"], { icon: TablerIcon; label: string }> = {
  delivered: { icon: IconBellCheck, label: "Notified" },
  waiting: { icon: IconBellRinging, label: "Notifying" },
  failed: { icon: IconBellX, label: "Could not notify" },
};

/** The notifications about an incident and their delivery state. */
export function AlertList({ alerts }: { alerts: readonly AlertDelivery[] }) {
  if (alerts.length === 0) return null;
  return (
    <ul className={styles.alerts} aria-label="Alerts">
      {alerts.map((alert) => (
        <li key={alert.target} className={classes(styles.alert, styles[alert.state])}>
          <Icon icon={signs[alert.state].icon} size="s" />
          <span>{alertText(alert)}</span>
        </li>
      ))}
    </ul>
  );
}

/** `Notified ops@example.com`, or the number of attempts and why the last one failed. */
export function alertText({ target, state, attempts, error }: AlertDelivery): string {
  const attemptsText = state !== "delivered" && attempts > 0 ? ` (tried ${countText(attempts, "time")})` : "";
  return `${signs[state].label} ${target}${attemptsText}${error === null ? "" : `: ${error}`}`;
}
