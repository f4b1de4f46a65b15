import { classes } from "./classes.ts";
import styles from "./special-buttons.module.css";

/** A read-only check box. Plain markup: a table has hundreds of them. */
export function CheckMark({ isChecked, label }: { isChecked: boolean; label: string }) {
  return (
    <span
      role="checkbox"
      aria-checked={isChecked}
      aria-readonly
      aria-label={label}
      className={classes("square-16 middle rounded-sm sunken soft", styles.box, isChecked && styles.checked)}
    >
      {isChecked && (
        <svg width="10" height="10" viewBox="0 0 10 10" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden>
          <path d="M1.5 5.2 4 7.6 8.5 2.6" />
        </svg>
      )}
    </span>
  );
}
