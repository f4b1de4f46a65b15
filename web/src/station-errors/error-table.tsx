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
  isSelected: (id: number) => boolean;
  onPress: (pressed: { id: number; shift: boolean }) => void;
};

/** A table of selectable errors. A press anywhere in a row selects it; with shift, all rows since the last one pressed. */
export function ErrorTable({ label, rows, isSelected, onPress }: ErrorTableProps) {
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
          <ErrorRow
            key={row.id}
            row={row}
            isSelected={row.time_handled === null && isSelected(row.id)}
            onPress={onPress}
          />
        ))}
      </tbody>
    </table>
  );
}

type ErrorRowProps = { row: StationError; isSelected: boolean; onPress: ErrorTableProps["onPress"] };

function ErrorRow({ row, isSelected, onPress }: ErrorRowProps) {
  const at = errorTime(row);
  const message = reduceMessage(row.error_message);
  const jobType = jobTypeOf(row);
  const isResolved = row.time_handled !== null;
  const label = `${message}, ${exactMoment(at)}`;

  function handlePress({ currentTarget, shiftKey }: MouseEvent) {
    // Focus the pressed row, so that keyboard navigation continues from it.
    currentTarget.querySelector("input")?.focus({ preventScroll: true });
    onPress({ id: row.id, shift: shiftKey });
  }

  return (
    <tr
      className={classes(isSelected && styles.chosen, isResolved && styles.resolved)}
      // Prevents selecting the text between two shift-clicks.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onClick={handlePress}
    >
      <td className={styles.select}>
        {isResolved ? (
          <Icon icon={IconCircleCheck} label="Resolved" />
        ) : (
          <input type="checkbox" aria-label={label} checked={isSelected} onChange={ignoreChange} />
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

/** The row handles presses on its checkbox too. */
function ignoreChange(): void {}
