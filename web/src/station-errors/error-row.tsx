import type { ChangeEvent } from "react";
import { jobTypeOf, reduceMessage, type StationError } from "@groundcrew/shared/station-errors";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { exactMoment } from "../lib/index.ts";
import { Cell, classes, Icon } from "../ui/index.ts";
import styles from "./error-log.module.css";

type ErrorRowProps = {
  error: StationError;
  isSelected: boolean;
  /** Selects the error or, with shift, the range up to it. Without it there is no checkbox. */
  onPress?: ((shift: boolean) => void) | undefined;
};

/** A row of the error log. Resolved errors cannot be selected. */
export function ErrorRow({ error, isSelected, onPress }: ErrorRowProps) {
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

function secondText(at: string): string {
  return exactMoment(at).slice(0, "2026-01-01 00:00:00".length);
}
