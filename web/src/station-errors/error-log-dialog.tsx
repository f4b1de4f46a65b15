import { useState, type ChangeEvent } from "react";
import { PAGE_SIZES, pageCount, pageOf } from "@groundcrew/shared/lib";
import {
  emptySelection,
  ERRORS_MAX,
  errorsCsv,
  errorsCsvName,
  jobTypeOf,
  toggleAll,
  toggleRow,
  reduceMessage,
  type ErrorSelection,
  type StationError,
} from "@groundcrew/shared/station-errors";
import type { Station } from "@groundcrew/shared/stations";
import { IconAlertTriangle, IconCircleCheck, IconDownload, IconListCheck } from "@tabler/icons-react";
import { errorSentence, useServerMutation } from "../api/index.ts";
import { StaleBanner } from "../freshness/index.ts";
import { exactMoment, saveCsv, wholeNumber } from "../lib/index.ts";
import { stationTitle, useStationNotices } from "../station/index.ts";
import { Button, Cell, classes, Dialog, Empty, Icon, Loading, Notice, Pager, Table, toast } from "../ui/index.ts";
import { ErrorsFailed, SelectHint } from "./error-chooser.tsx";
import styles from "./error-log.module.css";
import { retentionText, secondText, selectAllLabel } from "./error-texts.ts";
import { ResolveDialog } from "./resolve-dialog.tsx";
import { loadFullLog, useErrorLog } from "./use-station-errors.ts";

type ErrorLogDialogProps = {
  station: Pick<Station, "name" | "serial_number">;
  /** Only admins can resolve errors. */
  isAdmin: boolean;
  onClose: () => void;
};

const COLUMNS = ["Solved", "Error Message", "Logged At", "Solution", "Solved At"].map((label) => ({ label }));

/** All errors of a station, unresolved ones first. */
export function ErrorLogDialog({ station, isAdmin, onClose }: ErrorLogDialogProps) {
  const { data, error, isFetching, freshness, refetch } = useErrorLog(station.name);
  const [selection, setSelection] = useState(emptySelection);
  const [isResolving, setResolving] = useState(false);
  const errors = data?.errors ?? [];
  const notices = useStationNotices(station.name);

  return (
    <Dialog
      title={`${stationTitle(station)} Error Log`}
      subtitle={station.name}
      icon={IconAlertTriangle}
      size="wide"
      footer={
        <Actions
          {...{ station, errors, selection }}
          {...(isAdmin && { onSelection: setSelection, onResolve: () => setResolving(true) })}
        />
      }
      onClose={onClose}
    >
      <StaleBanner freshness={freshness} content="the error log" onRefresh={() => void refetch()} />
      {data ? (
        errors.length === 0 ? (
          <Empty icon={IconCircleCheck} sentence="No error history tracked" />
        ) : (
          <Log
            errors={errors}
            hasMore={data.hasMore}
            selection={selection}
            {...(isAdmin && { onSelection: setSelection })}
          />
        )
      ) : error && !isFetching ? (
        <ErrorsFailed error={error} onReload={() => void refetch()} />
      ) : (
        <Loading />
      )}
      {data && notices && <p className={styles.retention}>{retentionText(notices.errors_kept_days)}</p>}
      {isResolving && (
        <ResolveDialog
          station={station.name}
          errors={[...selection.ids]}
          onResolved={() => setSelection(emptySelection)}
          onClose={() => setResolving(false)}
        />
      )}
    </Dialog>
  );
}

type LogProps = {
  errors: readonly StationError[];
  selection: ErrorSelection;
  onSelection?: (selection: ErrorSelection) => void;
};

/** The log, page by page. */
function Log({ errors, hasMore, selection, onSelection }: LogProps & { hasMore: boolean }) {
  const [page, setPage] = useState(1);
  const count = pageCount(errors.length, PAGE_SIZES.error_log);
  const current = Math.min(page, count);
  return (
    <div className={styles.log}>
      <Table label="Error Log" head={COLUMNS} stacks>
        {pageOf(errors, current, PAGE_SIZES.error_log).map((error) => (
          <ErrorRow
            key={error.id}
            error={error}
            isSelected={selection.ids.has(error.id)}
            onPress={onSelection && ((shift) => onSelection(toggleRow(selection, { id: error.id, shift }, errors)))}
          />
        ))}
      </Table>
      <Pager label="Pages of the error log" page={current} count={count} onPage={setPage} />
      {hasMore && (
        <Notice tone="info">
          {`The first ${wholeNumber(errors.length)} errors of the log are shown. The CSV file has all of them.`}
        </Notice>
      )}
    </div>
  );
}

type ActionsProps = LogProps & { station: ErrorLogDialogProps["station"]; onResolve?: () => void };

function Actions({ station, errors, selection, onSelection, onResolve }: ActionsProps) {
  const selectedCount = selection.ids.size;
  const unresolved = errors.filter(({ time_handled }) => time_handled === null).length;
  return (
    <>
      {onResolve && <SelectHint choice={{ count: unresolved, ids: [...selection.ids] }} />}
      {onResolve && (
        <Button tone="main" icon={IconCircleCheck} disabled={unresolved === 0} onClick={onResolve}>
          {selectedCount === 0 ? "Resolve" : `Resolve (${selectedCount})`}
        </Button>
      )}
      {onSelection && (
        <Button
          icon={IconListCheck}
          disabled={unresolved === 0}
          onClick={() => onSelection(toggleAll(selection, errors))}
        >
          {selectAllLabel(unresolved, PAGE_SIZES.error_log)}
        </Button>
      )}
      <SaveButton station={station.name} errors={errors} />
    </>
  );
}

function SaveButton({ station, errors }: { station: string; errors: readonly StationError[] }) {
  const save = useServerMutation({
    ifUnanswered: null,
    run: async () => {
      const all = errors.length < ERRORS_MAX ? errors : await loadFullLog(station, errors);
      saveCsv(errorsCsvName(station, Date.now()), errorsCsv(all));
    },
    onError: (error) => toast("danger", errorSentence(error)),
  });
  return (
    <Button icon={IconDownload} disabled={errors.length === 0} busy={save.isPending} onClick={() => save.mutate()}>
      Download Errors CSV
    </Button>
  );
}

type ErrorRowProps = {
  error: StationError;
  isSelected: boolean;
  /** Selects the error or, with shift, the range up to it. Without it there is no checkbox. */
  onPress?: ((shift: boolean) => void) | undefined;
};

/** A row of the error log. Resolved errors cannot be selected. */
function ErrorRow({ error, isSelected, onPress }: ErrorRowProps) {
  const isSolved = error.time_handled !== null;
  const message = reduceMessage(error.error_message);
  const jobType = jobTypeOf(error);

  function handleChange({ nativeEvent }: ChangeEvent) {
    onPress?.(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey);
  }

  return (
    <tr className={classes(isSolved && styles.solved, isSelected && styles.selected)}>
      <Cell label="Solved">
        <span className={styles.mark}>
          {onPress && (
            // The label makes the touch target large enough.
            <label className={styles.boxLabel}>
              <input
                type="checkbox"
                aria-label={`Select ${message}`}
                disabled={isSolved}
                checked={isSelected}
                onChange={handleChange}
              />
            </label>
          )}
          <span className={isSolved ? styles.yes : styles.no}>
            <Icon icon={isSolved ? IconCircleCheck : IconAlertTriangle} size="s" />
            {isSolved ? "Yes" : "No"}
          </span>
        </span>
      </Cell>
      <Cell label="Error Message">
        <span className={styles.text}>
          <span className={styles.message}>{message}</span>
          {jobType !== null && <span className={styles.job}>{jobType}</span>}
        </span>
      </Cell>
      <Cell label="Logged At" title={exactMoment(error.time_logged)}>
        {secondText(error.time_logged)}
      </Cell>
      <Cell label="Solution">
        <span className={styles.message}>{error.solution ?? "–"}</span>
      </Cell>
      <Cell label="Solved At" title={error.time_handled === null ? undefined : exactMoment(error.time_handled)}>
        {error.time_handled === null ? "–" : secondText(error.time_handled)}
      </Cell>
    </tr>
  );
}
