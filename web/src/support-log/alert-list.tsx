import type { AlertDelivery } from "@groundcrew/shared/support-log";
import { IconBellCheck, IconBellRinging, IconBellX, type Icon as TablerIcon } from "@tabler/icons-react";
import { countText } from "../lib/index.ts";
import { classes, Icon } from "../ui/index.ts";
import styles from "./alert-list.module.css";

const signs: Record<AlertDelivery["state"], { icon: TablerIcon; word: string }> = {
  delivered: { icon: IconBellCheck, word: "was told" },
  waiting: { icon: IconBellRinging, word: "is being told" },
  failed: { icon: IconBellX, word: "could not be told" },
};

/** Whom an incident was reported to, and whether it got there. */
export function AlertList({ alerts }: { alerts: readonly AlertDelivery[] }) {
  if (alerts.length === 0) return null;
  return (
    <ul className={styles.alerts} aria-label="Alerts">
      {alerts.map(({ target, state, attempts, error }) => (
        <li key={target} className={classes(styles.alert, styles[state])}>
          <Icon of={signs[state].icon} size="s" />
          <span>
            {`${target} ${signs[state].word}`}
            {state !== "delivered" && attempts > 0 && ` (${triedText(attempts)})`}
            {error !== null && `: ${error}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

function triedText(attempts: number): string {
  return `tried ${countText(attempts, "time")}`;
}
