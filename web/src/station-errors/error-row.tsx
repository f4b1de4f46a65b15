import type { ChangeEvent } from "react";
import { jobTypeOf, reduceMessage, type StationError } from "@groundcrew/shared/station-errors";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { exactMoment } from "../lib/index.ts";
import { Cell, classes, Icon } from "../ui/index.ts";
import styles from "./error-log.module.css";

type ErrorRowProps = {
  of: StationError;
  isSelected: boolean;
  /** Selects it, or everything up to it; there is no box to tick without it. */
  onPress?: ((shift: boolean) => void) | undefined;
};

/** One error of the log. Resolved ones cannot be selected. */
export function ErrorRow({ of, isSelected, onPress }: ErrorRowProps) {
  const isSolved = of.time_handled !== null;
  const message = reduceMessage(of.error_message);
  const jobType = jobTypeOf(of);

  function handleChange({ nativeEvent }: ChangeEvent) {
    onPress?.(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey);
  }

  return (
    <tr className={classes(isSolved && styles.solved, isSelected && styles.selected)}>
      <Cell label="Solved">
        <span className={styles.mark}>
          {onPress && (
            // The label around it makes it as large as a finger needs.
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
        <span className={styles.said}>
          <span className={styles.message}>{message}</span>
          {jobType !== null && <span className={styles.job}>{jobType}</span>}
        </span>
      </Cell>
      <Cell label="Logged At" title={exactMoment(of.time_logged)}>
        {secondText(of.time_logged)}
      </Cell>
      <Cell label="Solution">
        <span className={styles.message}>{of.solution ?? "–"}</span>
      </Cell>
      <Cell label="Solved At" title={of.time_handled === null ? undefined : exactMoment(of.time_handled)}>
        {of.time_handled === null ? "–" : secondText(of.time_handled)}
      </Cell>
    </tr>
  );
}

function secondText(at: string): string {
  return exactMoment(at).slice(0, "2026-01-01 00:00:00".length);
}
