import { supportLogStatusLabels, type EntryStatusChange } from "@groundcrew/shared/support-log";
import { exactMoment, momentText } from "../lib/index.ts";
import styles from "./status-changes.module.css";

/** Changes that are shown without being asked for: the last ones. */
const SHOWN = 3;

/** How the status of an incident changed: to what, by whom and when, the last change first. */
export function StatusChanges({ changes }: { changes: readonly EntryStatusChange[] }) {
  if (changes.length === 0) return null;
  const newestFirst = changes.toReversed();
  const older = newestFirst.slice(SHOWN);
  return (
    <div className={styles.changes}>
      <ChangeList changes={newestFirst.slice(0, SHOWN)} />
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
          {statusChangeWords(change, momentText(change.changed))}
        </li>
      ))}
    </ul>
  );
}

/** `Needs Action → Pending by Kari N., 2026-05-01 12:00`. */
export function statusChangeWords({ author, status_before, status_after }: EntryStatusChange, moment: string): string {
  return `${supportLogStatusLabels[status_before]} → ${supportLogStatusLabels[status_after]} by ${author}, ${moment}`;
}
