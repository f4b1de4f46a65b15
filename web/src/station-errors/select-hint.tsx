import styles from "./error-chooser.module.css";
import type { ErrorChoice } from "./use-error-choice.ts";

/** Stands above buttons that need a selection, while nothing is selected. */
export function SelectHint({ choice: { count, ids } }: { choice: Pick<ErrorChoice, "count" | "ids"> }) {
  if (count === 0 || ids.length > 0) return null;
  return <p className={styles.selectHint}>Select at least one error first.</p>;
}
