import { classes } from "./classes.ts";
import styles from "./check-mark.module.css";

/** A box that shows whether something is on and cannot be pressed. Plain markup: hundreds of them stand in a table. */
export function CheckMark({ isChecked, label }: { isChecked: boolean; label: string }) {
  return (
    <span
      role="checkbox"
      aria-checked={isChecked}
      aria-readonly
      aria-label={label}
      className={classes(styles.box, isChecked && styles.checked)}
    >
      {isChecked && (
        <svg width="10" height="10" viewBox="0 0 10 10" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden>
          <path d="M1.5 5.2 4 7.6 8.5 2.6" />
        </svg>
      )}
    </span>
  );
}
