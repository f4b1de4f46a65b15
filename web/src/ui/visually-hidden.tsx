import type { ReactNode } from "react";
import styles from "./visually-hidden.module.css";

/** Words that are read out and not seen. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles.spoken}>{children}</span>;
}

/**
 * A sentence that a screen reader says when it changes, without moving the focus: how many stations a search left, which
 * page is shown. It is not said when it first appears. Each place has its own, so that one inside a dialog is heard too.
 */
export function StatusLine({ children }: { children: string }) {
  return <output className={styles.spoken}>{children}</output>;
}
