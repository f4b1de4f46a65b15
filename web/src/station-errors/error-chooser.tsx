import { useState, type MouseEvent } from "react";
import { PAGE_SIZES, pageCount, pageOf } from "@groundcrew/shared/lib";
import {
  emptySelection,
  errorTime,
  jobTypeOf,
  toggleAll,
  toggleRow,
  reduceMessage,
  type StationError,
} from "@groundcrew/shared/station-errors";
import { IconCircleCheck, IconKeyboard } from "@tabler/icons-react";
import { errorSentence } from "../api/index.ts";
import { exactMoment, useUnsafeToReload } from "../lib/index.ts";
import { classes, Failed, Icon, Pager } from "../ui/index.ts";
import styles from "./error-chooser.module.css";
import { secondText } from "./error-texts.ts";

/** A page of selectable errors, and the links to other pages. */
export function ErrorChooser({ label, choice }: { label: string; choice: ErrorChoice }) {
  const { visible, isSelected, press, page, pages, setPage } = choice;
  return (
    <div className={styles.chooser}>
      <ErrorTable label={label} rows={visible} isSelected={isSelected} onPress={press} />
      <div className={styles.below}>
        <span className={styles.hint}>
          <Icon icon={IconKeyboard} size="s" />
          Shift-click selects everything since the last clicked row
        </span>
        <Pager label={`Pages of ${label}`} page={page} count={pages} onPage={setPage} />
      </div>
    </div>
  );
}

/** A hint above buttons that need a selection, while nothing is selected. */
export function SelectHint({ choice: { count, ids } }: { choice: Pick<ErrorChoice, "count" | "ids"> }) {
  if (count === 0 || ids.length > 0) return null;
  return <p className={styles.selectHint}>Select at least one error first.</p>;
}

type ErrorTableProps = {
  label: string;
  /** The rows of one page. */
  rows: readonly StationError[];
  isSelected: (id: number) => boolean;
  onPress: (pressed: { id: number; shift: boolean }) => void;
};

/** A table of selectable errors. A press anywhere in a row selects it; with shift, all rows since the last one pressed. */
function ErrorTable({ label, rows, isSelected, onPress }: ErrorTableProps) {
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
  const time = errorTime(row);
  const message = reduceMessage(row.error_message);
  const jobType = jobTypeOf(row);
  const isResolved = row.time_handled !== null;
  const label = `${message}, ${exactMoment(time)}`;

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
      <td className={styles.time} title={exactMoment(time)}>
        {secondText(time)}
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

type ErrorChoice = ReturnType<typeof useErrorChoice>;

/** The selection in a list of errors, and the current page. `rows` are all errors in display order. */
export function useErrorChoice(rows: readonly StationError[]) {
  const [selection, setSelection] = useState(emptySelection);
  const [page, setPage] = useState(1);
  const pages = pageCount(rows.length, PAGE_SIZES.triage);
  const current = Math.min(page, pages);
  // Selected errors may have been resolved in the meantime, by this user or another.
  const ids = rows.filter(({ id, time_handled }) => time_handled === null && selection.ids.has(id)).map(({ id }) => id);
  useUnsafeToReload(ids.length > 0);
  return {
    /** The number of selectable errors. */
    count: rows.filter(({ time_handled }) => time_handled === null).length,
    ids,
    isSelected: (id: number) => selection.ids.has(id),
    visible: pageOf(rows, current, PAGE_SIZES.triage),
    page: current,
    pages,
    setPage,
    press: (pressed: { id: number; shift: boolean }) => setSelection((before) => toggleRow(before, pressed, rows)),
    pressAll: () => setSelection((before) => toggleAll(before, rows)),
    clear: () => setSelection(emptySelection),
    reset: () => {
      setSelection(emptySelection);
      setPage(1);
    },
  };
}

export const ERRORS_FAILED = "Loading the error list for this station failed";

/** Shown instead of a station's errors when loading them failed. */
export function ErrorsFailed({ error, onReload }: { error: Error; onReload: () => void }) {
  return <Failed sentence={ERRORS_FAILED} reason={errorSentence(error)} onReload={onReload} />;
}
