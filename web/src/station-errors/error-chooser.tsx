import { useMemo, useState, type ComponentProps } from "react";
import { pageCount, pageOf, type PAGE_SIZES } from "@groundcrew/shared/lib";
import {
  errorTime,
  jobTypeOf,
  reduceMessage,
  selectableErrors,
  type StationError,
} from "@groundcrew/shared/station-errors";
import { IconCircleCheck, IconKeyboard } from "@tabler/icons-react";
import { listKind, Loaded, PlainList, rowText, useListSelection } from "../kit/index.ts";
import { exactMoment, secondText } from "../lib/index.ts";
import { Icon, Pager } from "../ui/index.ts";
import styles from "./station-errors.module.css";

/** A page of selectable errors, and the links to other pages. A press anywhere in a row selects it; with Shift, all since the last one. */
export function ErrorChooser({ label, choice }: { label: string; choice: ErrorChoice }) {
  const { visible, selection, page, pages, setPage } = choice;
  return (
    <div className={`relative ${styles.errors}`}>
      <PlainList
        kind={errorList}
        label={label}
        rows={visible}
        context={NOTHING}
        selection={{ ...selection, isByRow: true, insteadOf: resolvedMark }}
        hasHeadings
      />
      <div className={`gap-0-2 row wrap justify-end ${styles.below}`}>
        <span className={`align-center gap-1h caption muted ${styles.hint}`}>
          <Icon icon={IconKeyboard} size="s" />
          Shift-click selects everything since the last clicked row
        </span>
        <Pager label={`Pages of ${label}`} page={page} count={pages} onPage={setPage} />
      </div>
    </div>
  );
}

const NOTHING = {};

function resolvedMark(error: StationError) {
  return isResolved(error) ? <Icon icon={IconCircleCheck} label="Resolved" /> : null;
}

/** A hint above buttons that need a selection, while nothing is selected. */
export function SelectHint({ choice: { count, ids } }: { choice: Pick<ErrorChoice, "count" | "ids"> }) {
  if (count === 0 || ids.length > 0) return null;
  return <p className="caption soft">Select at least one error first.</p>;
}

/** The columns of errors to select from. */
const errorList = listKind<StationError, object>()({
  label: "Errors",
  keyOf: ({ id }) => String(id),
  rowPx: 35,
  columns: [
    {
      key: "time",
      title: "Time",
      cell: (error) => (
        <span className={`nowrap ${styles.time}`} title={exactMoment(errorTime(error))}>
          {secondText(errorTime(error))}
        </span>
      ),
    },
    { key: "type", title: "Job Type", cell: (error) => <JobType type={jobTypeOf(error)} /> },
    { key: "message", title: "Error Message", cell: (error) => <Message error={error} /> },
    {
      key: "id",
      title: "Job Id",
      align: "end",
      cell: ({ job_id }) => (
        <span className={`block truncate soft ${styles.jobId}`} title={job_id ?? undefined}>
          {job_id ?? "–"}
        </span>
      ),
    },
  ],
  layout: {
    wide: { tracks: "40px 156px 108px minmax(0, 1fr) 96px", areas: ["select time type message id"] },
    medium: { tracks: "24px 156px 108px minmax(0, 1fr) 84px", areas: ["select time type message id"] },
    small: {
      tracks: "24px minmax(0, 1fr) auto 80px",
      areas: ["select message message message", "select time type id"],
    },
    tiny: { tracks: "24px minmax(0, 1fr) auto", areas: ["select message message", "select time type"] },
  },
  isQuiet: isResolved,
});

function isResolved({ time_handled }: StationError): boolean {
  return time_handled !== null;
}

function JobType({ type }: { type: string | null }) {
  if (type === null) return "–";
  return (
    <span className={`middle max-full truncate caption medium tint rounded-sm ${styles.jobType}`} title={type}>
      {type}
    </span>
  );
}

function Message({ error }: { error: StationError }) {
  const message = reduceMessage(error.error_message);
  const solution = isResolved(error) && error.solution !== null ? `\n${error.solution}` : "";
  return (
    <span className={rowText.first} title={`${message}${solution}`}>
      {message}
      {isResolved(error) && " · Resolved"}
    </span>
  );
}

const selectionOptions = {
  idOf: ({ id }: StationError) => id,
  label: (error: StationError) => `${reduceMessage(error.error_message)}, ${exactMoment(errorTime(error))}`,
  allLabel: "Select",
  max: Infinity,
};

export type ErrorChoice = ReturnType<typeof useErrorChoice>;

/** The selection in a list of errors, and the current page: at first the one with the error `at`. `errors` are all of them in display order. */
export function useErrorChoice(
  errors: readonly StationError[],
  pageSize: (typeof PAGE_SIZES)[keyof typeof PAGE_SIZES],
  at?: number,
) {
  const [page, setPage] = useState<number | null>(null);
  const pages = pageCount(errors.length, pageSize);
  const first = Math.max(0, at === undefined ? 0 : errors.findIndex(({ id }) => id === at));
  const current = Math.min(page ?? 1 + Math.floor(first / pageSize), pages);
  const rows = useMemo(() => selectableErrors(errors), [errors]);
  // Selected errors may have been resolved in the meantime, by this user or another.
  const { selection, selected, clear } = useListSelection(rows, selectionOptions);
  return {
    /** The number of selectable errors. */
    count: rows.length,
    ids: selected.map(({ id }) => id),
    selection,
    visible: pageOf(errors, current, pageSize),
    page: current,
    pages,
    setPage,
    clear,
    reset: () => {
      clear();
      setPage(1);
    },
  };
}

type LoadedErrorsProps<Data> = Pick<ComponentProps<typeof Loaded<Data>>, "query" | "empty" | "children"> & {
  content?: string;
};

/** A station's errors once they are loaded. */
export function LoadedErrors<Data>(props: LoadedErrorsProps<Data>) {
  return <Loaded content="the errors" failure="Loading the error list for this station failed" {...props} />;
}
