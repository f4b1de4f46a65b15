import { ownValue } from "@groundcrew/shared/lib";
import { supportLogStatusLabel, type AlertDelivery, type EntryStatusChange } from "@groundcrew/shared/support-log";
import { IconBell, IconBellCheck, IconBellRinging, IconBellX, type Icon as TablerIcon } from "@tabler/icons-react";
import { countText, exactMoment, momentText } from "../lib/index.ts";
import { Icon } from "../ui/index.ts";
import styles from "./station-log.module.css";

/** The number of latest changes that are always shown. */
const LATEST_COUNT = 3;

/** The changes of an incident's status: to what, by whom and when, newest first. */
export function StatusChanges({ changes }: { changes: readonly EntryStatusChange[] }) {
  if (changes.length === 0) return null;
  const newestFirst = changes.toReversed();
  const older = newestFirst.slice(LATEST_COUNT);
  return (
    <div className={`mt-1h size-caption muted ${styles.changes}`}>
      <ChangeList changes={newestFirst.slice(0, LATEST_COUNT)} />
      {older.length > 0 && (
        <details>
          <summary>{countText(older.length, "earlier status change")}</summary>
          <ChangeList changes={older} />
        </details>
      )}
    </div>
  );
}

function ChangeList({ changes }: { changes: readonly EntryStatusChange[] }) {
  return (
    <ul aria-label="Status changes">
      {changes.map((change) => (
        <li key={change.changed} title={exactMoment(change.changed)}>
          {statusChangeText(change, momentText(change.changed))}
        </li>
      ))}
    </ul>
  );
}

/** `Needs Action → Pending by Kari N., 2026-05-01 12:00`. */
export function statusChangeText({ author, status_before, status_after }: EntryStatusChange, time: string): string {
  return `${supportLogStatusLabel(status_before)} → ${supportLogStatusLabel(status_after)} by ${author}, ${time}`;
}

const deliveryStates: Record<AlertDelivery["state"], { icon: TablerIcon; label: string; look: string }> = {
  delivered: { icon: IconBellCheck, label: "Notified", look: "ok" },
  waiting: { icon: IconBellRinging, label: "Notifying", look: "muted" },
  failed: { icon: IconBellX, label: "Could not notify", look: "danger strong" },
};

/** The icon and label of a delivery state. A newer server may send a state that this page does not know. */
function deliveryState(state: AlertDelivery["state"]) {
  return ownValue(deliveryStates, state) ?? { icon: IconBell, label: `${state}:`, look: "muted" };
}

/** The notifications about an incident and their delivery state. */
export function AlertList({ alerts }: { alerts: readonly AlertDelivery[] }) {
  if (alerts.length === 0) return null;
  return (
    <ul className="mt-1h column gap-1" aria-label="Alerts">
      {alerts.map((alert) => (
        <li
          key={alert.target}
          className={`flex gap-1 caption anywhere ${deliveryState(alert.state).look} ${styles.alert}`}
        >
          <Icon icon={deliveryState(alert.state).icon} size="s" />
          <span>{alertText(alert)}</span>
        </li>
      ))}
    </ul>
  );
}

/** `Notified ops@example.com`, or the number of attempts and why the last one failed. */
export function alertText({ target, state, attempts, error }: AlertDelivery): string {
  const attemptsText = state !== "delivered" && attempts > 0 ? ` (tried ${countText(attempts, "time")})` : "";
  return `${deliveryState(state).label} ${target}${attemptsText}${error === null ? "" : `: ${error}`}`;
}
