import { useState } from "react";
import { PAGE_SIZES } from "@groundcrew/shared/lib";
import {
  ERRORS_MAX,
  errorsCsv,
  errorsCsvName,
  jobTypeOf,
  reduceMessage,
  type StationError,
} from "@groundcrew/shared/station-errors";
import type { Station } from "@groundcrew/shared/stations";
import { IconAlertTriangle, IconCircleCheck, IconDownload, IconListCheck } from "@tabler/icons-react";
import { errorSentence, useServerMutation } from "../data/api/index.ts";
import { SelectRow } from "../kit/index.ts";
import { exactMoment, saveCsv, secondText, stationZone, wholeNumber } from "../lib/index.ts";
import { stationTitle, useStationNotices } from "../station/index.ts";
import { Button, Cell, classes, Dialog, Empty, Icon, Notice, Pager, Table, toast } from "../ui/index.ts";
import { type ErrorChoice, LoadedErrors, SelectHint, useErrorChoice } from "./error-chooser.tsx";
import styles from "./station-errors.module.css";
import { retentionText, selectAllLabel } from "./error-texts.ts";
import { ResolveDialog } from "./resolve-dialog.tsx";
import { loadFullLog, useErrorLog } from "./use-station-errors.ts";

type ErrorLogDialogProps = {
  station: Pick<Station, "name" | "serial_number">;
  /** Only admins can resolve errors. */
  isAdmin: boolean;
  /** The error at which it is opened, if any. */
  error?: number;
  onClose: () => void;
};

const COLUMNS = ["Solved", "Error Message", "Logged At", "Solution", "Solved At"].map((label) => ({ label }));

/** All errors of a station, unresolved ones first. */
export function ErrorLogDialog({ station, isAdmin, error, onClose }: ErrorLogDialogProps) {
  const query = useErrorLog(station.name);
  const { data } = query;
  const [isResolving, setResolving] = useState(false);
  const errors = data?.errors ?? [];
  const choice = useErrorChoice(errors, PAGE_SIZES.error_log, error);
  const notices = useStationNotices(station.name);

  return (
    <Dialog
      title={`${stationTitle(station)} Error Log`}
      subtitle={station.name}
      icon={IconAlertTriangle}
      size="wide"
      footer={<Actions {...{ station, errors, choice }} {...(isAdmin && { onResolve: () => setResolving(true) })} />}
      onClose={onClose}
    >
      <LoadedErrors query={query} content="the error log">
        {({ hasMore }) =>
          errors.length === 0 ? (
            <Empty icon={IconCircleCheck} sentence="No error history tracked" />
          ) : (
            <Log {...{ errors, choice, isAdmin, hasMore }} at={error} />
          )
        }
      </LoadedErrors>
      {data && notices && (
        <p className={`caption muted ${styles.retention}`}>{retentionText(notices.errors_kept_days)}</p>
      )}
      {isResolving && (
        <ResolveDialog
          station={station.name}
          errors={choice.ids}
          onResolved={choice.clear}
          onClose={() => setResolving(false)}
        />
      )}
    </Dialog>
  );
}

type LogProps = { errors: readonly StationError[]; choice: ErrorChoice };

/** The log, page by page. */
function Log({
  errors,
  hasMore,
  choice,
  isAdmin,
  at,
}: LogProps & { hasMore: boolean; isAdmin: boolean; at: number | undefined }) {
  const isMissing = at !== undefined && !errors.some(({ id }) => id === at);
  return (
    <div className="grid gap-3">
      {isMissing && (
        <Notice tone="info">
          {hasMore ? "The error is older than those that are shown." : "The error is no longer in the log."}
        </Notice>
      )}
      <Table label="Error Log" head={COLUMNS} stacks>
        {choice.visible.map((error) => (
          <ErrorRow
            key={error.id}
            error={error}
            isCurrent={error.id === at}
            selection={isAdmin ? choice.selection : null}
          />
        ))}
      </Table>
      <Pager label="Pages of the error log" page={choice.page} count={choice.pages} onPage={choice.setPage} />
      {hasMore && (
        <Notice tone="info">
          {`The first ${wholeNumber(errors.length)} errors of the log are shown. The CSV file has all of them.`}
        </Notice>
      )}
    </div>
  );
}

type ActionsProps = LogProps & { station: ErrorLogDialogProps["station"]; onResolve?: () => void };

function Actions({ station, errors, choice, onResolve }: ActionsProps) {
  const { count, ids } = choice;
  return (
    <>
      {onResolve && <SelectHint choice={choice} />}
      {onResolve && (
        <Button tone="main" icon={IconCircleCheck} disabled={count === 0} onClick={onResolve}>
          {ids.length === 0 ? "Resolve" : `Resolve (${ids.length})`}
        </Button>
      )}
      {onResolve && (
        <Button icon={IconListCheck} disabled={count === 0} onClick={choice.selection.all.onToggle}>
          {selectAllLabel(count, PAGE_SIZES.error_log)}
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
      saveCsv(errorsCsvName(station, Date.now()), errorsCsv(all, stationZone.get()));
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
  /** True for the error at which the log was opened. */
  isCurrent: boolean;
  /** Null for those who cannot resolve errors. */
  selection: ErrorChoice["selection"] | null;
};

/** A row of the error log. Resolved errors cannot be selected. */
function ErrorRow({ error, isCurrent, selection }: ErrorRowProps) {
  const isSolved = error.time_handled !== null;
  const isSelected = selection?.isSelected(error) ?? false;
  const message = reduceMessage(error.error_message);
  const jobType = jobTypeOf(error);

  return (
    <tr
      className={classes(isSolved && styles.solved, (isSelected || isCurrent) && styles.selected)}
      {...(isCurrent && { "aria-current": true, ref: scrollTo })}
    >
      <Cell label="Solved">
        <span className="middle inline-row gap-1">
          {selection && (
            <SelectRow
              label={`Select ${message}`}
              isSelected={isSelected}
              isDisabled={isSolved}
              onToggle={(shift) => selection.onToggle(error, shift)}
            />
          )}
          <span className={classes("inline-row gap-1", isSolved ? "ok" : "danger strong")}>
            <Icon icon={isSolved ? IconCircleCheck : IconAlertTriangle} size="s" />
            {isSolved ? "Yes" : "No"}
          </span>
        </span>
      </Cell>
      <Cell label="Error Message">
        <span className={`middle inline-row wrap ${styles.text}`}>
          <span className={`anywhere pre-line ${styles.logMessage}`}>{message}</span>
          {jobType !== null && <span className="px-1h size-caption soft sunken rounded-sm">{jobType}</span>}
        </span>
      </Cell>
      <Cell label="Logged At" title={exactMoment(error.time_logged)}>
        {secondText(error.time_logged)}
      </Cell>
      <Cell label="Solution">
        <span className={`anywhere pre-line ${styles.logMessage}`}>{error.solution ?? "–"}</span>
      </Cell>
      <Cell label="Solved At" title={error.time_handled === null ? undefined : exactMoment(error.time_handled)}>
        {error.time_handled === null ? "–" : secondText(error.time_handled)}
      </Cell>
    </tr>
  );
}

function scrollTo(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: "center" });
}
