import { useState, type ComponentProps, type MouseEvent } from "react";
import {
  noRows,
  pageCount,
  pageOf,
  toggleAllRows,
  toggleRow,
  type PAGE_SIZES,
  type RowSelection,
} from "@groundcrew/shared/lib";
import {
  errorTime,
  jobTypeOf,
  reduceMessage,
  selectableIds,
  type StationError,
} from "@groundcrew/shared/station-errors";
import { IconCircleCheck, IconKeyboard } from "@tabler/icons-react";
import { Loaded } from "../kit/index.ts";
import { exactMoment, useUnsafeToReload } from "../lib/index.ts";
import { classes, Icon, Pager } from "../ui/index.ts";
import styles from "./station-errors.module.css";
import { secondText } from "./error-texts.ts";

/** A page of selectable errors, and the links to other pages. */
export function ErrorChooser({ label, choice }: { label: string; choice: ErrorChoice }) {
  const { visible, isSelected, press, page, pages, setPage } = choice;
  return (
    <div className="relative">
      <ErrorTable label={label} rows={visible} isSelected={isSelected} onPress={press} />
      <div className={`row wrap justify-end ${styles.below}`}>
        <span className={`gap-1h caption muted ${styles.hint}`}>
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
  return <p className="caption soft m-0">Select at least one error first.</p>;
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
    <table className={`full-width small panel ${styles.table}`} aria-label={label}>
      <thead className="visually-hidden-small">
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

export type ErrorChoice = ReturnType<typeof useErrorChoice>;

/** The selection in a list of errors, and the current page. `errors` are all of them in display order. */
export function useErrorChoice(
  errors: readonly StationError[],
  pageSize: (typeof PAGE_SIZES)[keyof typeof PAGE_SIZES],
) {
  const [selection, setSelection] = useState<RowSelection<number>>(noRows);
  const [page, setPage] = useState(1);
  const pages = pageCount(errors.length, pageSize);
  const current = Math.min(page, pages);
  const rows = selectableIds(errors);
  // Selected errors may have been resolved in the meantime, by this user or another.
  const ids = rows.filter((id) => selection.ids.has(id));
  useUnsafeToReload(ids.length > 0);
  return {
    /** The number of selectable errors. */
    count: rows.length,
    ids,
    isSelected: (id: number) => selection.ids.has(id),
    visible: pageOf(errors, current, pageSize),
    page: current,
    pages,
    setPage,
    press: (pressed: { id: number; shift: boolean }) => setSelection((before) => toggleRow(before, pressed, { rows })),
    pressAll: () => setSelection((before) => toggleAllRows(before, { rows })),
    clear: () => setSelection(noRows),
    reset: () => {
      setSelection(noRows);
      setPage(1);
    },
  };
}

type LoadedErrorsProps<Data> = Pick<ComponentProps<typeof Loaded<Data>>, "query" | "children"> & { content?: string };

/** A station's errors once they are loaded. */
export function LoadedErrors<Data>(props: LoadedErrorsProps<Data>) {
  return <Loaded content="the errors" failure="Loading the error list for this station failed" {...props} />;
}
