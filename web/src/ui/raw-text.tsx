import styles from "./raw-text.module.css";

/** Text of a machine, as it came: to be read, marked and copied. */
export function RawText({ label, rows, text }: { label: string; rows: number; text: string }) {
  return <textarea className={styles.text} aria-label={label} readOnly spellCheck={false} rows={rows} value={text} />;
}
