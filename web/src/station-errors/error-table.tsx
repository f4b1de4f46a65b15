import type { MouseEvent } from "react";
import { errorTime, jobTypeOf, reduceMessage, type StationError } from "@groundcrew/shared/station-errors";
import { IconCircleCheck } from "@tabler/icons-react";
import { exactMoment } from "../lib/index.ts";
import { classes, Icon } from "../ui/index.ts";
import styles from "./error-table.module.css";

type ErrorTableProps = {
  label: string;
  /** The rows of one page. */
  rows: readonly StationError[];
  isChosen: (id: number) => boolean;
  onPress: (pressed: { id: number; shift: boolean }) => void;
};

/** Errors to choose from. A press anywhere in a row chooses it, with shift all rows since the last one pressed. */
export function ErrorTable({ label, rows, isChosen, onPress }: ErrorTableProps) {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col" className={styles.select}>
            Select
          </th>
          <th scope="col" className={styles.time}>
            Time
          </th>
          <th scope="col" className={styles.jobType}>
            Job Type
          </th>
          <th scope="col">Error Message</th>
          <th scope="col" className={styles.jobId}>
            Job Id
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <ErrorRow key={row.id} row={row} isChosen={row.time_handled === null && isChosen(row.id)} onPress={onPress} />
        ))}
      </tbody>
    </table>
  );
}

type ErrorRowProps = { row: StationError; isChosen: boolean; onPress: ErrorTableProps["onPress"] };

function ErrorRow({ row, isChosen, onPress }: ErrorRowProps) {
  const at = errorTime(row);
  const message = reduceMessage(row.error_message);
  const jobType = jobTypeOf(row);
  const isResolved = row.time_handled !== null;
  const about = `${message}, ${exactMoment(at)}`;

  function handlePress({ currentTarget, shiftKey }: MouseEvent) {
    // So that the keyboard goes on from the row that was pressed.
    currentTarget.querySelector("input")?.focus({ preventScroll: true });
    onPress({ id: row.id, shift: shiftKey });
  }

  return (
    <tr
      className={classes(isChosen && styles.chosen, isResolved && styles.resolved)}
      // The text between two presses with shift is not what someone wants to mark.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onClick={handlePress}
    >
      <td className={styles.select}>
        {isResolved ? (
          <Icon icon={IconCircleCheck} label="Resolved" />
        ) : (
          <input type="checkbox" aria-label={about} checked={isChosen} onChange={nothing} />
        )}
      </td>
      <td className={styles.time} title={exactMoment(at)}>
        {exactMoment(at).slice(0, "2026-01-01 00:00:00".length)}
      </td>
      <td className={styles.jobType}>{jobType === null ? "–" : <span title={jobType}>{jobType}</span>}</td>
      <td
        className={styles.message}
        title={isResolved && row.solution !== null ? `${message}\n${row.solution}` : message}
      >
        {message}
        {isResolved && " · Resolved"}
      </td>
      <td className={styles.jobId} title={row.job_id ?? undefined}>
        {row.job_id ?? "–"}
      </td>
    </tr>
  );
}

/** The press reaches the row, which answers for its box too. */
function nothing(): void {}
