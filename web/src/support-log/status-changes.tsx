import { supportLogStatusLabels, type EntryStatusChange } from "@groundcrew/shared/support-log";
import { exactMoment, momentText } from "../lib/index.ts";
import styles from "./status-changes.module.css";

/** The number of latest changes that are always shown. */
const LATEST_COUNT = 3;

/** The changes of an incident's status: to what, by whom and when, newest first. */
export function StatusChanges({ changes }: { changes: readonly EntryStatusChange[] }) {
  if (changes.length === 0) return null;
  const newestFirst = changes.toReversed();
  const older = newestFirst.slice(LATEST_COUNT);
  return (
    <div className={styles.changes}>
      <ChangeList changes={newestFirst.slice(0, LATEST_COUNT)} />
      {older.length > 0 && (
        <details>
          <summary>{`${older.length} earlier status change${older.length === 1 ? "" : "s"}`}</summary>
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
  return `${supportLogStatusLabels[status_before]} → ${supportLogStatusLabels[status_after]} by ${author}, ${time}`;
}
