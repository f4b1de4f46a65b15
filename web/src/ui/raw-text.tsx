import styles from "./raw-text.module.css";

/** Unformatted machine output, to read, select and copy. */
export function RawText({ label, rows, text }: { label: string; rows: number; text: string }) {
  return <textarea className={styles.text} aria-label={label} readOnly spellCheck={false} rows={rows} value={text} />;
}
