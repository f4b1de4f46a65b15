import type { AlertDelivery } from "@groundcrew/shared/support-log";
import { IconBellCheck, IconBellRinging, IconBellX, type Icon as TablerIcon } from "@tabler/icons-react";
import { countText } from "../lib/index.ts";
import { classes, Icon } from "../ui/index.ts";
import styles from "./alert-list.module.css";

const signs: Record<AlertDelivery["state"], { icon: TablerIcon; word: string }> = {
  delivered: { icon: IconBellCheck, word: "Notified" },
  waiting: { icon: IconBellRinging, word: "Notifying" },
  failed: { icon: IconBellX, word: "Could not notify" },
};

/** Whom an incident was reported to, and whether it got there. */
export function AlertList({ alerts }: { alerts: readonly AlertDelivery[] }) {
  if (alerts.length === 0) return null;
  return (
    <ul className={styles.alerts} aria-label="Alerts">
      {alerts.map((alert) => (
        <li key={alert.target} className={classes(styles.alert, styles[alert.state])}>
          <Icon icon={signs[alert.state].icon} size="s" />
          <span>{alertWords(alert)}</span>
        </li>
      ))}
    </ul>
  );
}

/** `Notified ops@example.com`, or how often that was tried and why it failed. */
export function alertWords({ target, state, attempts, error }: AlertDelivery): string {
  const tried = state !== "delivered" && attempts > 0 ? ` (tried ${countText(attempts, "time")})` : "";
  return `${signs[state].word} ${target}${tried}${error === null ? "" : `: ${error}`}`;
}
