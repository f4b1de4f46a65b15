import { PRINTED_ROWS } from "./use-printing.ts";
import styles from "./print-limit.module.css";

/** States, in print only, that a long list or table is cut off there. */
export function PrintLimit({ count }: { count: number }) {
  if (count <= PRINTED_ROWS) return null;
  return (
    <p className={styles.limit}>
      {`The first ${PRINTED_ROWS.toLocaleString("en")} of ${count.toLocaleString("en")} rows are printed. Narrow the list with a filter to print the others.`}
    </p>
  );
}
